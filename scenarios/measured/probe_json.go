package measured

import (
	"encoding/json"
	"math/big"

	"collsim/sim/units"
)

// ProbeSchema is the value of the schema key of the JSON of a probe.
const ProbeSchema = "collsim.probe/v1"

// The rows have the keys that perftest writes with --out_json, in its units, and the same figures exactly.
type probeRow struct {
	MsgSize    units.Bytes `json:"MsgSize"`
	Iterations int64       `json:"n_iterations"`
	*probeTimes
	*probeRates
}

type probeTimes struct {
	Least     jsonNumber     `json:"t_min"`
	Most      jsonNumber     `json:"t_max"`
	Typical   jsonNumber     `json:"t_typical"`
	Average   jsonNumber     `json:"t_avg"`
	Deviation jsonNumber     `json:"t_stdev"`
	P99       jsonNumber     `json:"99_percentile"`
	P999      jsonNumber     `json:"99.9_percentile"`
	Exact     units.Duration `json:"t_avg_ps"`
}

type probeRates struct {
	Peak     jsonNumber `json:"BW_peak"`
	Average  jsonNumber `json:"BW_average"`
	Messages jsonNumber `json:"MsgRate"`
	Exact    units.Rate `json:"BW_average_bytes_per_s"`
}

// JSON writes a log; bandwidths in MiB/s, or in Gb/s.
func (l *ProbeLog) JSON(gigabits bool) ([]byte, error) {
	unit := "MiB/sec"
	if gigabits {
		unit = "Gb/sec"
	}
	j := struct {
		Schema  string     `json:"schema"`
		Probe   string     `json:"probe"`
		Notes   []string   `json:"notes"`
		Unit    string     `json:"BW_unit,omitempty"`
		Results []probeRow `json:"results"`
	}{Schema: ProbeSchema, Probe: l.Probe.Name(), Notes: append([]string{}, l.Notes...), Results: []probeRow{}}
	if l.Probe.Bandwidth {
		j.Unit = unit
	}
	for _, r := range l.Rows {
		row := probeRow{MsgSize: r.Bytes, Iterations: r.Iterations}
		if l.Probe.Bandwidth {
			row.probeRates = &probeRates{numberOf(r.printed(r.Peak, gigabits)), numberOf(r.printed(r.Average, gigabits)), numberOf(r.messages()), r.Average}
		} else {
			row.probeTimes = r.Latency.numbers()
		}
		j.Results = append(j.Results, row)
	}
	data, err := json.MarshalIndent(j, "", "  ")
	return append(data, '\n'), err
}

func (t Latency) numbers() *probeTimes {
	us := func(d units.Duration) jsonNumber { return numberOf(inMicroseconds(d)) }
	return &probeTimes{us(t.Least), us(t.Most), us(t.Typical), us(t.Average), us(t.Deviation), us(t.P99), us(t.P999), t.Average}
}

// printed is a bandwidth in the unit that it is printed in.
func (r *ProbeRow) printed(rate units.Rate, gigabits bool) *big.Rat {
	unit := big.NewRat(1, int64(units.MiB))
	if gigabits {
		unit = big.NewRat(8, 1e9)
	}
	return unit.Mul(unit, new(big.Rat).SetInt(new(big.Int).SetUint64(uint64(rate))))
}

// messages are millions a second.
func (r *ProbeRow) messages() *big.Rat {
	if r.Bytes <= 0 {
		return new(big.Rat)
	}
	rate := new(big.Rat).SetInt(new(big.Int).SetUint64(uint64(r.Average)))
	return rate.Quo(rate, new(big.Rat).SetInt(new(big.Int).Mul(big.NewInt(int64(r.Bytes)), big.NewInt(1e6))))
}
