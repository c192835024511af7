package page

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestVendoredFilesAreAccountedFor compares docs/dependencies.md with page/assets/vendor, file by file.
func TestVendoredFilesAreAccountedFor(t *testing.T) {
	text, err := os.ReadFile("../docs/dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]string{} // hash by file
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, " | ")
		if name := strings.TrimPrefix(cells[0], "| "); len(cells) == 6 && name != "file of `page/assets/vendor`" {
			said[name] = cells[4]
		}
	}
	files, err := filepath.Glob("assets/vendor/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if sum := fmt.Sprintf("%x", sha256.Sum256(data)); said[name] != sum {
			t.Errorf("%s has SHA-256 %s; docs/dependencies.md says %q", name, sum, said[name])
		}
		delete(said, name)
	}
	for name := range said {
		t.Errorf("docs/dependencies.md lists %s, which is not in page/assets/vendor", name)
	}
}
