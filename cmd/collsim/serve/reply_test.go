package serve

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"collsim/page"
	"collsim/page/assets"
)

// pipe is a listener with one connection, which holds nothing that is not read.
type pipe struct {
	conns chan net.Conn
	net.Conn
}

func piped(t *testing.T, handler http.Handler) net.Conn {
	t.Helper()
	there, here := net.Pipe()
	p := &pipe{make(chan net.Conn, 1), there}
	p.conns <- there
	server := &http.Server{Handler: handler}
	go server.Serve(p)
	t.Cleanup(func() {
		here.Close()
		server.Close()
	})
	return here
}

func (p *pipe) Accept() (net.Conn, error) {
	conn, ok := <-p.conns
	if !ok {
		return nil, net.ErrClosed
	}
	return conn, nil
}

func (p *pipe) Close() error {
	close(p.conns)
	return nil
}

func (p *pipe) Addr() net.Addr { return p.LocalAddr() }

// shut is a site that nobody has to listen at, at port 80 of this machine.
func shut(t *testing.T) *door {
	t.Helper()
	site, err := New("127.0.0.1:80", Options{Files: assets.Files, Limits: page.Usual(), Wait: time.Minute, Places: 1, Each: inTurn})
	if err != nil {
		t.Fatal(err)
	}
	return site.(*door)
}

// impatient is a site that waits for nobody for long.
func impatient(t *testing.T) *door {
	t.Helper()
	d := shut(t)
	d.patience = 500 * time.Millisecond
	return d
}

// A request that never comes whole keeps nobody from being answered.
func TestServesBesideRequestsThatDoNotCome(t *testing.T) {
	d := shut(t)
	for range 2 * mostWaiting {
		fmt.Fprint(piped(t, d), "POST /ask HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{")
	}
	conn := piped(t, d)
	client := &http.Client{Transport: &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return conn, nil }}}
	response, err := client.Post("http://127.0.0.1/ask", "application/json", strings.NewReader(`{"do":"lessons"}`))
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Error(response.Status)
	}
}

// Who does not read an answer, with progress or without, loses it and its place.
func TestGivesUpOnWhoDoesNotRead(t *testing.T) {
	for _, c := range []struct{ name, header string }{{"answer", ""}, {"records", "X-Collsim-Progress: yes\r\n"}} {
		d := impatient(t)
		conn := piped(t, d)
		body := `{"do":"options"}`
		fmt.Fprintf(conn, "POST /ask HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n%sContent-Length: %d\r\n\r\n%s", c.header, len(body), body)
		for end := time.Now().Add(10 * time.Second); len(d.desk.waiting) == 0 && time.Now().Before(end); {
			time.Sleep(time.Millisecond) // until it is taken
		}
		for end := time.Now().Add(10 * time.Second); len(d.desk.waiting) > 0; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s: it still waits for somebody who does not read", c.name)
			}
		}
	}
}

// A connection that was quiet for longer than anybody may take to read is as good as a fresh one.
func TestPatienceBeginsAnew(t *testing.T) {
	d := impatient(t)
	conn := piped(t, d)
	client := &http.Client{Transport: &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return conn, nil }}}
	for range 2 {
		for _, do := range []func() (*http.Response, error){
			func() (*http.Response, error) { return client.Get("http://127.0.0.1/main.js") },
			func() (*http.Response, error) { return client.Head("http://127.0.0.1/main.js") },
			func() (*http.Response, error) {
				return client.Post("http://127.0.0.1/ask", "application/json", strings.NewReader(`{"do":"lessons"}`))
			},
		} {
			response, err := do()
			if err != nil {
				t.Fatal(err)
			}
			if _, err = io.Copy(io.Discard, response.Body); err != nil || response.StatusCode != http.StatusOK {
				t.Fatal(response.Status, err)
			}
			response.Body.Close()
			time.Sleep(2 * d.patience)
		}
	}
}
