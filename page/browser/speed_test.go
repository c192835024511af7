//go:build browser

package browser

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Figures of speed are the best of several tries, as time on a clock and as CPU time of the browser and of collsim serve together.
// Only the CPU time is judged, which other work on the machine hardly changes, and only when it is lenient times too much: a slow
// machine must not fail, something that takes quadratic time must.
const lenient = 3

// best is the least of several measurements.
func best(tries int, measure func() (wall, cpu time.Duration)) (wall, cpu time.Duration) {
	for i := range tries {
		w, c := measure()
		if i == 0 || w < wall {
			wall = w
		}
		if i == 0 || c < cpu {
			cpu = c
		}
	}
	return wall, cpu
}

func judge(t *testing.T, what string, wall, cpu, limit time.Duration) {
	t.Helper()
	t.Logf("%s: %v, of CPU %v; wanted: less than %v", what, wall.Round(time.Millisecond/10), cpu.Round(time.Millisecond/10), limit)
	if cpu > lenient*limit {
		t.Errorf("%s takes %v of CPU, more than %d times %v", what, cpu, lenient, limit)
	}
}

// TestSpeedOfRunsInWebAssembly runs a ring over 64 ranks by messages in a Worker.
func TestSpeedOfRunsInWebAssembly(t *testing.T) {
	measured(t)
	b := open(t, carriers[1], "#/explore?explore.curves=off")
	const request = `{do: 'run', flags: [['fabric', 'hgx-h100'], ['nodes', '8'], ['collective', 'all_reduce'], ['algorithm', 'ring'], ['bytes', '64 MiB'], ['library', 'raw'], ['fidelity', 'message']]}`
	run[string](b, "probe.ask("+request+")")
	wall, cpu := best(5, func() (time.Duration, time.Duration) {
		before := spent(t)
		ms := run[float64](b, `(async () => { const at = performance.now(); await probe.ask(`+request+`); return performance.now() - at; })()`)
		return time.Duration(ms * 1e6), spent(t) - before
	})
	judge(t, "a ring of 64 ranks, 64 MiB, by messages, in a Worker", wall, cpu, time.Second/2)
}

// TestSpeedOfOpening opens the page anew: until its controls can be used, and until its first answer is there. In WebAssembly that
// may take a second longer: the browser compiles the engine anew for each new tab.
func TestSpeedOfOpening(t *testing.T) {
	measured(t)
	each(t, func(t *testing.T, c carrier) {
		opening := func(until string) (wall, cpu time.Duration) {
			return best(2, func() (time.Duration, time.Duration) {
				b := blank(t, c)
				before := spent(t)
				b.do(chromedp.Navigate(c.url + "#/explore?explore.curves=off"))
				ms := run[float64](b, until)
				return time.Duration(ms * 1e6), spent(t) - before
			})
		}
		wall, cpu := opening("probe.until('controls', () => performance.getEntriesByName('collsim.ready')[0]?.startTime)")
		judge(t, "from nothing until it can be used", wall, cpu, 2*time.Second)
		wall, cpu = opening("probe.until('a total', () => probe.one('#total') && performance.now())")
		limit := 2 * time.Second
		if c.name == "wasm" {
			limit += time.Second
		}
		judge(t, "from nothing to the first answer", wall, cpu, limit)
	})
}

// TestSpeedOfTheAnimation plays a run with 2,000 messages and more on the screen.
func TestSpeedOfTheAnimation(t *testing.T) {
	measured(t)
	b := open(t, carriers[0], "#/watch?fabric=star&nodes=64&collective=all_to_all&algorithm=grouped&bytes=4+MiB&library=raw&fidelity=message")
	type shown struct{ FPS, Longest, Fewest float64 }
	var most shown
	count := 0
	wall, cpu := best(3, func() (time.Duration, time.Duration) {
		run[any](b, "collsim.frames.clock.to(0)")
		before, first := spent(t), run[int](b, "collsim.frames.count")
		got := run[shown](b, "collsim.frames.measure(2)")
		if got.FPS > most.FPS {
			most = got
		}
		count = max(1, run[int](b, "collsim.frames.count")-first)
		return time.Duration(1e9 / max(got.FPS, .01)), (spent(t) - before) / time.Duration(count)
	})
	t.Logf("%.0f pictures a second, with %.0f messages or more in each", most.FPS, most.Fewest)
	if most.Fewest < 2000 {
		t.Errorf("only %.0f messages were on the screen", most.Fewest)
	}
	judge(t, "a picture", wall, cpu, time.Second/30)
}

func measured(t *testing.T) {
	if !*figures {
		t.Skip("no figures are wanted")
	}
}
