package scenarios

import (
	"embed"
	"io/fs"
)

//go:embed library/*.yaml
var embedded embed.FS

// Library holds the scenarios that are built in, as NAME.yaml.
func Library() fs.FS {
	sub, err := fs.Sub(embedded, "library")
	if err != nil {
		panic("scenarios: " + err.Error()) // the path is valid
	}
	return sub
}
