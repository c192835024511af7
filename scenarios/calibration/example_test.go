package calibration_test

import (
	"fmt"

	"collsim/scenarios/calibration"
)

func Example() {
	file := `schema: collsim.calibration/v1
kind: site
class: lab
about: two servers in the cellar
values:
  host.launch: {value: 4.5 us, between: [4 us, 5 us], source: rows of 1 KiB}
`
	class, err := calibration.Read("lab.yaml", []byte(file))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range class.Values {
		fmt.Println(v.Parameter, v.Value, "between", v.Low, "and", v.High)
	}
	// Output:
	// host.launch 4.5 us between 4 us and 5 us
}
