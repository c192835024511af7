package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// served starts the server as a user does, and ends it as Ctrl-C does.
func served(t *testing.T, flags ...string) (url string) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	out, in := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		var complaints bytes.Buffer
		ended <- execute(ctx, append([]string{"serve"}, flags...), streams{strings.NewReader(""), in, &complaints})
		in.CloseWithError(fmt.Errorf("the server ended: %s", complaints.String()))
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		if code := <-ended; code != exitRight {
			t.Errorf("the server ended with %d", code)
		}
	})
	return strings.TrimSpace(line)
}

// posted posts a request as the page does.
func posted(t *testing.T, url, request string) []byte {
	t.Helper()
	response, err := http.Post(url+"ask", "application/json", strings.NewReader(request))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %s %v", request, response.StatusCode, body, err)
	}
	return body
}

const ring = `"flags":[["fabric","hgx-h100"],["nodes","2"],["collective","all_reduce"],["algorithm","ring"],["bytes","1 MiB"],["set","nic.rate=200 Gb/s"]]`

// unquoted splits a command line as a shell does.
func unquoted(line string) (words []string) {
	quoted, word, any := false, "", false
	for _, c := range line {
		switch {
		case c == '\'':
			quoted, any = !quoted, true
		case c == ' ' && !quoted:
			if any {
				words = append(words, word)
			}
			word, any = "", false
		default:
			word, any = word+string(c), true
		}
	}
	return append(words, word)
}

// What the page answers is, byte for byte, what its command line prints.
func TestPageAndCommandLineAgree(t *testing.T) {
	url := served(t)
	t.Chdir(t.TempDir())
	text := "schema: collsim.scenario/v1\nname: mine\nfabric: {preset: star, nodes: 8}\ncollective: all_gather\nbytes: 64 KiB\nlibrary: raw\n" +
		"ranks: {3: {start: 5 us}}\nvariants: {a: {algorithm: ring}, b: {algorithm: bruck, bytes: 1 MiB}}\n"
	quoted, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, question := range []string{
		ring, `"library":"barrier-straggler"`, `"library":"default","flags":[["bytes","64 KiB"]]`, `"library":"ring-or-tree","flags":[["bytes","64 KiB"],["set","nic.rate=100 Gb/s"]]`, `"flags":[["max-events","1000000"]]`,
		`"scenario":` + string(quoted), `"scenario":` + string(quoted) + `,"flags":[["bytes","8 KiB"],["set","ranks.3.start=1 us"],["seed","7"]]`,
	} {
		var answer struct {
			Result  json.RawMessage
			Command string
			YAML    string
		}
		if err := json.Unmarshal(posted(t, url, `{"do":"run",`+question+`}`), &answer); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("scenario.yaml", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		words := unquoted(answer.Command)
		want, complaint, code := collsim(append(words[1:], "--output", "json")...)
		if code != exitRight || string(answer.Result)+"\n" != want {
			t.Errorf("%s: %d %s\n%s", answer.Command, code, complaint, cmp.Diff(want, string(answer.Result)+"\n"))
		}
		if err := os.WriteFile("whole.yaml", []byte(answer.YAML), 0o644); err != nil {
			t.Fatal(err)
		}
		if whole, complaint, code := collsim("run", "whole.yaml", "--output", "json"); code != exitRight || whole != want {
			t.Errorf("%s\n%s: %d %s\n%s", answer.Command, answer.YAML, code, complaint, cmp.Diff(want, whole))
		}
	}
}

func TestCurvesAndCommandLineAgree(t *testing.T) {
	url := served(t)
	for _, question := range []string{ring + `,"algorithms":["ring","tree","hierarchical/tree"],"sizes":"1KiB..1MiB:x8"`, `"flags":[["fabric","star"],["nodes","6"],["collective","all_gather"]],"sizes":"8B,1MiB"`} {
		var answer struct {
			Comparison json.RawMessage
			Command    string
		}
		if err := json.Unmarshal(posted(t, url, `{"do":"curves",`+question+`}`), &answer); err != nil {
			t.Fatal(err)
		}
		want, complaint, code := collsim(append(unquoted(answer.Command)[1:], "--output", "json")...)
		if code != exitRight || string(answer.Comparison)+"\n" != want {
			t.Errorf("%s: %d %s\n%s", answer.Command, code, complaint, cmp.Diff(want, string(answer.Comparison)+"\n"))
		}
	}
}

func TestDifferenceAndCommandLineAgree(t *testing.T) {
	url := served(t)
	t.Chdir(t.TempDir())
	var answer struct {
		A, B       struct{ Result json.RawMessage }
		Difference json.RawMessage
	}
	request := `{"do":"compare","a":{` + ring + `},"b":{"flags":[["fabric","hgx-h100"],["nodes","2"],["collective","all_reduce"],["algorithm","tree"],["bytes","1 MiB"]]}}`
	if err := json.Unmarshal(posted(t, url, request), &answer); err != nil {
		t.Fatal(err)
	}
	for name, result := range map[string][]byte{"a.json": answer.A.Result, "b.json": answer.B.Result} {
		if err := os.WriteFile(name, result, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, complaint, code := collsim("compare", "a.json", "b.json", "--output", "json")
	if code != exitRight || string(answer.Difference)+"\n" != want {
		t.Errorf("%d %s\n%s", code, complaint, cmp.Diff(want, string(answer.Difference)+"\n"))
	}
}

// The address of a page for every machine is one that a browser opens.
func TestServeTellsAnAddress(t *testing.T) {
	for _, listen := range []string{"127.0.0.1:0", ":0", "0.0.0.0:0"} {
		url := served(t, "--listen", listen)
		if host, _, err := net.SplitHostPort(strings.Trim(url, "htp:/")); err != nil || host != "127.0.0.1" && host != "localhost" {
			t.Errorf("--listen %s: %s", listen, url)
		}
		response, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		if response.Body.Close(); response.StatusCode != http.StatusOK {
			t.Errorf("--listen %s: %s: %s", listen, url, response.Status)
		}
	}
}

func TestServeRefusesItsFlags(t *testing.T) {
	for _, c := range [][]string{{"serve", "--listen", "nowhere"}, {"serve", "--max-memory", "3"}, {"serve", "--max-wait", "soon"}, {"serve", "--max-wait", "0s"}, {"serve", "file"}} {
		if out, complaint, code := collsim(c...); code != exitBadInput || out != "" || complaint == "" {
			t.Errorf("%v: %d %q %q", c, code, out, complaint)
		}
	}
}
