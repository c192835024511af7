package scenarios

import (
	"encoding/json"
	"math"
	"strconv"

	"collsim/sim/units"
)

// Bandwidth is bytes per second, or Undefined. JSON writes Undefined as null.
type Bandwidth uint64

// Undefined is the bandwidth of a run that took no time.
const Undefined = Bandwidth(math.MaxUint64)

// Short writes a bandwidth for people, in at most four digits.
func (b Bandwidth) Short() string {
	if b == Undefined {
		return "undefined"
	}
	return units.Rate(b).Short()
}

// MarshalJSON writes a whole number, or null.
func (b Bandwidth) MarshalJSON() ([]byte, error) {
	if b == Undefined {
		return []byte("null"), nil
	}
	return strconv.AppendUint(nil, uint64(b), 10), nil
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (b *Bandwidth) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*b = Undefined
		return nil
	}
	return json.Unmarshal(data, (*uint64)(b))
}
