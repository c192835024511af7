package scenarios

import "collsim/sim/input"

// asScenario says what a scenario file is to be.
var asScenario = input.Kind{
	Schema: SchemaName, Like: "as in the files of the library", Alone: "one scenario a file; variants share a file under variants:",
	Repeat: "what variants share stands at the top of the file",
}

// Load reads and checks a scenario file; name is what messages call it. The error is a Problems that lists everything
// wrong with the file, each with its line and column. JSON is YAML: what [Canonical] writes loads as well.
func Load(name string, data []byte) (*File, error) {
	return Known().Load(name, data)
}

// LoadWith is [Load] with flags laid over every variant before anything is checked: what the file lacks a flag may say,
// and what a flag says holds whatever the file says. Problems that a flag caused are placed at the flag.
func LoadWith(name string, data []byte, flags []Flag) (*File, error) {
	return Known().LoadWith(name, data, flags)
}

// LoadWith is the function LoadWith with a catalogue of one's own.
func (c *Catalogue) LoadWith(name string, data []byte, flags []Flag) (*File, error) {
	root, problems := input.Parse(name, data, asScenario)
	if len(problems) > 0 {
		return nil, problems.Sorted()
	}
	return c.laid(name, root, flags)
}

// Load is the function Load with a catalogue of one's own.
func (c *Catalogue) Load(name string, data []byte) (*File, error) {
	root, problems := input.Parse(name, data, asScenario)
	if len(problems) > 0 {
		return nil, problems.Sorted()
	}
	return c.file(name, root, nil)
}
