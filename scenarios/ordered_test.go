package scenarios

import (
	"bytes"
	"encoding/json"
	"testing"
)

// What is written without the encoder is what the encoder writes.
func TestPlainJSON(t *testing.T) {
	for c := range rune(0x300) {
		for _, text := range []string{string(c), "a" + string(c) + " b", string([]byte{byte(c)})} {
			var want bytes.Buffer
			e := json.NewEncoder(&want)
			e.SetEscapeHTML(false)
			if err := e.Encode(text); err != nil {
				t.Fatal(err)
			}
			if got, err := PlainJSON(text); err != nil || string(got)+"\n" != want.String() {
				t.Errorf("%q: %s, %v, not %s", text, got, err, want.String())
			}
		}
	}
}
