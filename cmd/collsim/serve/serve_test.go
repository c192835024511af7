package serve

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"collsim/page"
	"collsim/page/assets"
	"collsim/sim/units"
)

// opened serves the page with some options.
func opened(t *testing.T, change func(*Options)) (url string) {
	t.Helper()
	o := Options{Files: assets.Files, Limits: page.Usual(), Wait: time.Minute, Places: 2, Each: inTurn}
	change(&o)
	server := httptest.NewUnstartedServer(nil)
	handler, err := New(server.Listener.Addr().String(), o)
	if err != nil {
		t.Fatal(err)
	}
	server.Config.Handler = handler
	server.Start()
	t.Cleanup(server.Close)
	return server.URL + "/"
}

func usual(*Options) {}

func inTurn(n int, do func(i int)) {
	for i := range n {
		do(i)
	}
}

// ask posts a request as the page does.
func ask(t *testing.T, url, request string) []byte {
	t.Helper()
	status, body := sent(t, url+"ask", "POST", request, func(r *http.Request) {})
	if status != http.StatusOK {
		t.Fatalf("%s: %d %s", request, status, body)
	}
	return body
}

// sent sends anything.
func sent(t *testing.T, url, method, body string, change func(*http.Request)) (int, []byte) {
	t.Helper()
	response := begun(t, url, method, body, change)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, text
}

// begun sends a request and gives the answer when its first byte is there.
func begun(t *testing.T, url, method, body string, change func(*http.Request)) *http.Response {
	t.Helper()
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	change(r)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	return response
}

const ring = `"flags":[["fabric","hgx-h100"],["nodes","2"],["collective","all_reduce"],["algorithm","ring"],["bytes","1 MiB"],["set","nic.rate=200 Gb/s"]]`

func TestRefuses(t *testing.T) {
	url := opened(t, usual)
	port := url[strings.LastIndex(url, ":")+1 : len(url)-1]
	good := `{"do":"yaml",` + ring + `}`
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	host := func(name string) func(*http.Request) { return func(r *http.Request) { r.Host = name } }
	nothing := func(*http.Request) {}
	for _, c := range []struct {
		path, method, body string
		change             func(*http.Request)
		want               int
	}{
		{"ask", "POST", good, nothing, 200},
		{"ask", "POST", good, host("localhost:" + port), 200},
		{"ask", "POST", good, host("collsim.example:" + port), 421},
		{"ask", "POST", good, host("127.0.0.1"), 421},
		{"", "GET", "", host("collsim.example:" + port), 421},
		{"ask", "POST", good, header("Origin", "http://127.0.0.1:"+port), 200},
		{"ask", "POST", good, header("Origin", "http://collsim.example"), 403},
		{"ask", "POST", good, header("Origin", "null"), 403},
		{"ask", "POST", good, header("Sec-Fetch-Site", "cross-site"), 403},
		{"ask", "POST", good, header("Sec-Fetch-Site", "same-site"), 403},
		{"ask", "POST", good, header("Content-Type", "text/plain"), 415},
		{"ask", "POST", good, header("Content-Type", "application/x-www-form-urlencoded"), 415},
		{"ask", "GET", "", nothing, 405},
		{"ask", "POST", strings.Repeat(" ", largestAsk+1), nothing, 413},
		{"main.js", "POST", "", nothing, 405},
		{"main.js", "GET", "", nothing, 200},
		{"", "GET", "", nothing, 200},
		{"", "GET", "", func(r *http.Request) {
			r.Header.Set("Sec-Fetch-Site", "cross-site")
			r.Header.Set("Sec-Fetch-Mode", "navigate")
		}, 200},
		{"main.js", "GET", "", header("Sec-Fetch-Site", "cross-site"), 403},
		{"assets.go", "GET", "", nothing, 404},
		{"vendor", "GET", "", nothing, 404},
		{"vendor/", "GET", "", nothing, 404},
		{"/index.html", "GET", "", nothing, 404},
		{"../serve.go", "GET", "", nothing, 404},
		{"%2e%2e/assets.go", "GET", "", nothing, 404},
		{"..%5c..%5cgo.mod", "GET", "", nothing, 404},
		{"vendor/../main.js", "GET", "", nothing, 404},
		{"main.js%00.html", "GET", "", nothing, 404},
		{"etc/passwd", "GET", "", nothing, 404},
	} {
		if status, body := sent(t, url+c.path, c.method, c.body, c.change); status != c.want {
			t.Errorf("%s %q: %d, want %d: %.100s", c.method, c.path, status, c.want, body)
		}
	}
}

// Every file of the page is served, and may do no more than it needs.
func TestHasThePage(t *testing.T) {
	url := opened(t, usual)
	err := fs.WalkDir(assets.Files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		response, err := http.Get(url + path)
		if err != nil {
			return err
		}
		defer response.Body.Close()
		got, err := io.ReadAll(response.Body)
		if err != nil {
			return err
		}
		want, err := fs.ReadFile(assets.Files, path)
		if err != nil {
			return err
		}
		known := response.StatusCode == http.StatusOK
		if strings.HasSuffix(path, ".LICENSE") || !strings.Contains(path, ".") {
			known = response.StatusCode == http.StatusNotFound // it lies there for readers of the source
			got = want
		}
		if !known || !bytes.Equal(got, want) || response.Header.Get("Content-Security-Policy") != policy {
			t.Errorf("%s: %d, %d bytes of %d", path, response.StatusCode, len(got), len(want))
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// excuse is what an answer says where there is none.
func excuse(t *testing.T, answer []byte) (kind string) {
	t.Helper()
	var a struct {
		Ask      *struct{ Text string }
		Problems []struct {
			Line int
			Flag string
			Says string
		}
		Error struct{ Kind, Text string }
	}
	if err := json.Unmarshal(answer, &a); err != nil {
		t.Fatalf("%v: %.200s", err, answer)
	}
	switch {
	case a.Ask != nil:
		return "ask"
	case len(a.Problems) > 0:
		return fmt.Sprintf("problem %d %s", a.Problems[0].Line, a.Problems[0].Flag)
	}
	return a.Error.Kind
}

func TestLimitsRuns(t *testing.T) {
	large := `"flags":[["fabric","hgx-h100"],["nodes","32"],["collective","all_reduce"],["algorithm","ring"],["bytes","1 GiB"],["fidelity","packet"],["fold","off"]]`
	url := opened(t, func(o *Options) { o.Limits.Events, o.Limits.Memory = 300_000, 300*units.MiB })
	for _, c := range []struct{ request, want string }{
		{`{"do":"run",` + ring + `}`, ""},
		{`{"do":"run",` + large + `}`, "limit"},
		{`{"do":"run","sure":true,` + large + `}`, "limit"},
		{`{"do":"run","scenario":"schema: collsim.scenario/v1\nfabric: {preset: star, nodes: 1000000}\ncollective: all_reduce\nalgorithm: tree\nbytes: 1 B\nlimits: {memory: 900 GiB}\n"}`, "problem 6 "},
		{`{"do":"run","flags":[["fabric","star"],["nodes","1000000"],["collective","all_reduce"],["algorithm","tree"],["bytes","1 B"]]}`, "problem 0 --fabric"},
		{`{"do":"run","flags":[["fabric","star"],["nodes","2"],["collective","all_reduce"],["algorithm","ring"],["bytes","1 B"],["set","ranks.0.start=1000 s"],["set","ranks.1.start=1 s"]]}`, ""},
		{`{"do":"run","flags":[["fabric","star"],["nodes","2"],["collective","all_reduce"],["algorithm","ring"],["bytes","1 TiB"],["set","network.rate=1 MB/s"],["fidelity","message"]]}`, "limit"},
		{`{"do":"run","scenario":"schema: collsim.scenario/v1\nfabric: {preset: star}\ncollective: barrier\nalgorithm: dissemination\nbytes: 64 B\n"}`, "problem 5 "},
		{`{"do":"run","scenario":"fabric: [\n"}`, "problem 1 "},
	} {
		if got := excuse(t, ask(t, url, c.request)); got != c.want {
			t.Errorf("%s: %q, want %q", c.request, got, c.want)
		}
	}
	patient := opened(t, func(o *Options) { o.Wait = 300 * time.Millisecond })
	if got := excuse(t, ask(t, patient, `{"do":"run","sure":true,`+large+`}`)); got != "stopped" {
		t.Errorf("a run that takes too long: %q", got)
	}
	if got := excuse(t, ask(t, patient, `{"do":"run",`+large+`}`)); got != "ask" && got != "stopped" {
		t.Errorf("a large run that nobody confirmed: %q", got)
	}
}

// A page that asks anew no longer waits for what it asked before; other pages do.
func TestCancelsWhatIsSuperseded(t *testing.T) {
	url := opened(t, usual)
	large := `{"do":"run","sure":true,"flags":[["fabric","hgx-h100"],["nodes","32"],["collective","all_reduce"],["algorithm","ring"],["bytes","4 GiB"],["fidelity","packet"],["fold","off"]]}`
	of := func(page string) func(*http.Request) {
		return func(r *http.Request) {
			r.Header.Set("X-Collsim-Page", page)
			r.Header.Set("X-Collsim-Progress", "yes")
		}
	}
	first := begun(t, url+"ask", "POST", large, of("one"))
	defer first.Body.Close()
	last := func(records string) string { return records[strings.LastIndex(records, "\x1e")+1:] }
	if status, body := sent(t, url+"ask", "POST", `{"do":"run",`+ring+`}`, of("one")); status != 200 || excuse(t, []byte(last(string(body)))) != "" {
		t.Errorf("%d %.200s", status, body)
	}
	records, err := io.ReadAll(first.Body)
	if err != nil {
		t.Fatal(err)
	}
	text := last(string(records))
	if got := excuse(t, []byte(text)); got != "stopped" || !strings.Contains(text, errSuperseded.Error()) {
		t.Errorf("the older request ended with %.300s", text)
	}
}

// A page opens, and shows lessons, while as many runs as the server works on are under way.
func TestOpensBesideRuns(t *testing.T) {
	url := opened(t, func(o *Options) { o.Places = 1 })
	run := begun(t, url+"ask", "POST", `{"do":"run","sure":true,"flags":[["fabric","hgx-h100"],["nodes","32"],["collective","all_reduce"],["algorithm","ring"],["bytes","4 GiB"],["fidelity","packet"],["fold","off"]]}`,
		func(r *http.Request) { r.Header.Set("X-Collsim-Progress", "yes") })
	ended := make(chan struct{})
	go func() {
		io.Copy(io.Discard, run.Body)
		close(ended)
	}()
	for _, do := range []string{"options", "lessons"} {
		if got := excuse(t, ask(t, url, `{"do":"`+do+`"}`)); got != "" {
			t.Errorf("%s: %s", do, got)
		}
	}
	select {
	case <-ended:
		t.Error("they were answered when the run had ended")
	default:
	}
	run.Body.Close()
}

// What is known early comes in a record before the answer, to who takes records and asks for it.
func TestTellsEarly(t *testing.T) {
	url := opened(t, usual)
	_, body := sent(t, url+"ask", "POST", `{"do":"run","early":true,`+ring+`}`, func(r *http.Request) { r.Header.Set("X-Collsim-Progress", "yes") })
	records := strings.Split(string(body), recordSeparator)[1:]
	var last, early struct{ Result struct{ Why string } }
	for _, text := range records[:len(records)-1] {
		var told struct{ Early json.RawMessage }
		if err := json.Unmarshal([]byte(text), &told); err != nil {
			t.Fatalf("%v: %.300s", err, text)
		}
		if told.Early == nil {
			continue
		}
		if err := json.Unmarshal(told.Early, &early); err != nil {
			t.Fatalf("%v: %.300s", err, told.Early)
		}
	}
	if err := json.Unmarshal([]byte(records[len(records)-1]), &last); err != nil {
		t.Fatal(err)
	}
	if why := early.Result.Why; why == "" || !strings.HasPrefix(last.Result.Why, why+"; ") {
		t.Errorf("early %q, at last %q", why, last.Result.Why)
	}
}

// Ten thousand requests that are none leave the server serving.
func TestSurvivesMalformedRequests(t *testing.T) {
	site := shut(t)
	posted := func(body []byte) *httptest.ResponseRecorder {
		w, r := httptest.NewRecorder(), httptest.NewRequest("POST", "http://127.0.0.1/ask", bytes.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		site.ServeHTTP(w, r)
		return w
	}
	luck := rand.New(rand.NewPCG(1, 2))
	seeds := []string{ // none can be run
		`{"do":"run","flags":[["fabric","hgx"],["nodes","2"],["collective","all_reduce"],["bytes","1 MiB"]]}`, `{"do":"curves","algorithms":["rung"],"sizes":"1..2"}`,
		`{"do":"compare","a":{"library":"defoult"},"b":{"scenario":"- 1"}}`, `{"do":"timeline","flags":[["fabric","star"]]}`,
		`{"do":"check","lesson":1,"scenario":"a: b"}`, `{"do":"yaml","scenario":"{{{{"}`, `[`, ``, `null`, `"do"`,
		strings.Repeat("[", 20000), `{"do":"yaml","scenario":"` + strings.Repeat(`a: [`, 3000) + `"}`,
	}
	requests := 10_000
	if testing.Short() { // the race detector makes ten of one
		requests = 500
	}
	for i := range requests {
		body := []byte(seeds[i%len(seeds)])
		for range 1 + luck.IntN(4) { // at least one byte is another one, or gone
			if len(body) == 0 {
				break
			}
			at := luck.IntN(len(body))
			if luck.IntN(2) == 0 {
				body[at] = byte(luck.IntN(256))
			} else {
				body = append(body[:at], body[min(len(body), at+1+luck.IntN(8)):]...)
			}
		}
		if w := posted(body); w.Code != 200 || !json.Valid(w.Body.Bytes()) || strings.Contains(w.Body.String(), "fault of collsim") {
			t.Fatalf("%d: %q: %d %.300s", i, body, w.Code, w.Body)
		}
	}
	if excuse(t, posted([]byte(`{"do":"run",`+ring+`}`)).Body.Bytes()) != "" {
		t.Error("it no longer answers")
	}
}
