package units

import "testing"

func TestFrequency(t *testing.T) {
	f, err := ParseFrequency("3.5 GHz")
	if err != nil || f != 3_500_000_000 || f.String() != "3.5 GHz" {
		t.Fatalf("3.5 GHz: %d, %v, %v", uint64(f), f, err)
	}
	if d := f.Over(7000); d != 2*Microsecond {
		t.Fatalf("7,000 cycles at 3.5 GHz take %d ps", int64(d))
	}
	if back, err := ParseFrequency(Frequency(123456789).Exact()); err != nil || back != 123456789 {
		t.Fatalf("exact form gives %d, %v", uint64(back), err)
	}
	for _, bad := range []string{"3", "3 ghz", "-1 GHz", "0.5 Hz", "3 GB/s"} {
		if _, err := ParseFrequency(bad); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}
