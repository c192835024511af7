//go:build browser

package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// views are addresses that show each view with something in it.
var views = map[string]string{
	"explore": "#/explore?fabric=hgx-h100&nodes=2&collective=all_reduce&algorithm=ring&bytes=1+MiB&library=mpi&fidelity=message",
	"watch":   "#/watch?fabric=hgx-h100&nodes=2&collective=all_reduce&algorithm=ring&bytes=1+MiB&library=mpi&fidelity=message",
	"compare": "#/compare?fabric=hgx-h100&nodes=2&collective=all_reduce&algorithm=ring&bytes=1+MiB&library=mpi&fidelity=message",
	"lessons": "#/lessons?lessons.n=3",
}

// TestViewsFitTheirScreens looks at each view on a desk and in a hand, light and dark: nothing sticks out, nothing is cut, nothing
// lies on something else, all text stands out from what is behind it.
func TestViewsFitTheirScreens(t *testing.T) {
	t.Parallel()
	for name, address := range views {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := open(t, carriers[0], address)
			run[bool](b, "probe.until('curves', () => !probe.all('.curves [role=status]').some(e => probe.text(e).startsWith('Running')))")
			for _, width := range []int64{1280, 390} {
				for _, theme := range []string{"light", "dark"} {
					b.do(chromedp.EmulateViewport(width, 900))
					b.media(map[string]string{"prefers-color-scheme": theme})
					b.settle()
					for _, what := range []string{"wide", "overlapping", "faint"} {
						for _, fault := range run[[]string](b, "probe."+what+"()") {
							t.Errorf("%s at %d, %s, %s: %s", name, width, theme, what, fault)
						}
					}
					picture(b, fmt.Sprintf("%s-%d-%s.png", name, width, theme))
				}
			}
		})
	}
}

// picture writes what is seen of a page, all of it, where pictures are wanted.
func picture(b *tab, name string) {
	if *screenshots == "" {
		return
	}
	data, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		b.Fatal(err)
	}
	if err := os.MkdirAll(*screenshots, 0o777); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*screenshots, name), data, 0o666); err != nil {
		b.Fatal(err)
	}
}
