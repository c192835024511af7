package scenarios

import (
	"encoding/json"
	"fmt"
	"strconv"

	"collsim/sim/units"
)

// object writes n named durations as a JSON object in their own order, which a map would not keep.
func object(n int, name func(int) string, values []units.Duration) ([]byte, error) {
	out := []byte{'{'}
	for i := range n {
		if i > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendQuote(out, name(i))
		out = append(out, ':')
		out = strconv.AppendInt(out, int64(values[i]), 10)
	}
	return append(out, '}'), nil
}

func parts(data []byte, n int, name func(int) string, values []units.Duration) error {
	var m map[string]int64
	if err := json.Unmarshal(data, &m); err != nil {
		return err
	}
	for i := range n {
		values[i] = units.Duration(m[name(i)])
		delete(m, name(i))
	}
	if len(m) > 0 {
		return fmt.Errorf("%d names in a breakdown that this version does not know", len(m))
	}
	return nil
}
