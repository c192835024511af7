package topofile_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/fabric/topofile"
)

const searched = `<graphs version="1">
  <graph id="0" pattern="4" crossnic="0" nchannels="2" speedintra="20" speedinter="20" latencyinter="0" typeintra="NVL" typeinter="PIX" samechannels="0">
    <channel>
      <net dev="0"/>
      <gpu dev="0"/><gpu dev="2"/><gpu dev="1"/><gpu dev="3"/>
      <net dev="0"/>
    </channel>
    <channel>
      <net dev="1"/>
      <gpu dev="3" rank="3"/><gpu dev="1"/><gpu dev="2"/><gpu dev="0"/>
      <net dev="1"/>
    </channel>
  </graph>
  <graph id="1" pattern="1" nchannels="1"><channel><gpu dev="0"/><gpu dev="1"/></channel></graph>
</graphs>
`

func TestSearched(t *testing.T) {
	all, err := topofile.ReadSearched("graph.xml", []byte(searched))
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 2 || all[0].Channels[1].NICs[0] != 1 {
		t.Errorf("%+v", all)
	}
	if d := cmp.Diff([][]int32{{0, 2, 1, 3}, {3, 1, 2, 0}}, topofile.Rings(all)); d != "" {
		t.Error(d)
	}
}

func TestSearchedMistakes(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"<graphs version=\"1\">", "<system version=\"1\"><graphs>", "graph.xml:"},
		{`<gpu dev="2"/><gpu dev="1"/><gpu dev="3"/>`, `<gpu dev="2"/><gpu dev="2"/>`, `graph.xml:5:35: a ring comes by this GPU twice: "2"; valid: each GPU once`},
		{`nchannels="2"`, `nchannels="3"`, "graph.xml:2:3: <graph> nchannels says 3, but there are 2; valid: a <channel> for each"},
		{`pattern="4"`, `pattern="9"`, `graph.xml:2:3: <graph> pattern: there is no such pattern: "9"; valid: 1 to 6; 4 is a ring`},
		{`<gpu dev="0"/><gpu dev="2"/>`, `<gpu/><cpu/>`, `graph.xml:5:7: <gpu> dev: missing; valid: the number of the device`},
	} {
		_, err := topofile.ReadSearched("graph.xml", []byte(strings.Replace(searched, c.from, c.to, 1)))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: says %v\nwant %s", c.to, err, c.want)
		}
	}
}

func FuzzSearched(f *testing.F) {
	f.Add([]byte(searched))
	f.Fuzz(func(t *testing.T, data []byte) {
		all, err := topofile.ReadSearched("graph.xml", data)
		if err != nil {
			if !strings.Contains(err.Error(), "graph.xml:") {
				t.Errorf("an error without a place: %v", err)
			}
			return
		}
		topofile.Rings(all)
	})
}
