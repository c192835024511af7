package compare

import (
	"fmt"
	"strings"
	"testing"
)

func TestParseSizes(t *testing.T) {
	for text, want := range map[string]string{
		"8B":                "[8 B]",
		"8B..64B":           "[8 B 16 B 32 B 64 B]",
		"8B..100B":          "[8 B 16 B 32 B 64 B 100 B]",
		"1KiB..64KiB:x8":    "[1 KiB 8 KiB 64 KiB]",
		"8B..20B:+4B":       "[8 B 12 B 16 B 20 B]",
		"1B..1000B:4":       "[1 B 10 B 100 B 1 KB]",
		"64B, 8B..16B ,64B": "[8 B 16 B 64 B]",
		"0B,1B":             "[0 B 1 B]",
		"8B..8B":            "[8 B]",
		"1B..4B:100":        "[1 B 2 B 3 B 4 B]",
	} {
		if got, err := ParseSizes(text); err != nil || fmt.Sprint(got) != want {
			t.Errorf("%s: %v, %v, not %s", text, got, err, want)
		}
	}
	all, err := ParseSizes("8B..4GiB")
	if err != nil || len(all) != 30 {
		t.Errorf("8 B to 4 GiB are %d sizes, %v", len(all), err)
	}
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                     "not a value or a range",
		"8":                    "needs a unit",
		"8B..":                 "not a value or a range",
		"..8B":                 "not a value or a range",
		"9B..8B":               "ends before it begins",
		"8B..64B:x1":           "not a way to go through a range",
		"8B..64B:x0":           "not a way to go through a range",
		"8B..64B:x9999":        "not a way to go through a range",
		"8B..64B:+0B":          "not a way to go through a range",
		"8B..64B:-8B":          "not a way to go through a range",
		"8B..64B:1":            "not a way to go through a range",
		"8B..64B:201":          "not a way to go through a range",
		"0B..64B":              "cannot begin at 0",
		"1B..1MiB:+1B":         "too many values",
		"8B,,16B":              "not a value or a range",
		"1B..2000TiB":          "too large",
		"8B..64B:x2:x2":        "not a way to go through a range",
		"9223372036854775807B": "too large",
	} {
		if _, err := ParseSizes(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, not %s", text, err, want)
		}
	}
	for _, text := range []string{"0", "-1", "1.5", "8B", "x", "1048577", "1..0"} {
		if got, err := ParseScales(text); err == nil {
			t.Errorf("%q are %v scales", text, got)
		}
	}
	if got, err := ParseScales("8..256"); err != nil || fmt.Sprint(got) != "[8 16 32 64 128 256]" {
		t.Errorf("8..256: %v, %v", got, err)
	}
}

// FuzzParseSizes: whatever is written, sizes come out ascending, or an error.
func FuzzParseSizes(f *testing.F) {
	for _, text := range []string{"8B..4GiB", "1B..1PB:200", "8B,9B..10B:+1B", "1KiB..2KiB:x2"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		all, err := ParseSizes(text)
		for i := range all {
			if err == nil && i > 0 && all[i] <= all[i-1] {
				t.Errorf("%q: %v", text, all)
			}
		}
	})
}
