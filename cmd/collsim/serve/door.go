package serve

import (
	"encoding/json"
	"io/fs"
	"mime"
	"net"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"collsim/scenarios"
)

// door answers what a browser asks for: files of the page by their exact names, and requests to the engine.
type door struct {
	port  string // that the page is served at
	files fs.FS
	desk  *desk

	patience time.Duration // with whoever does not read
}

// New is the handler of a page at an address, such as 127.0.0.1:8080.
func New(address string, o Options) (http.Handler, error) {
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	return &door{port: port, files: o.Files, desk: newDesk(o), patience: patience}, nil
}

// kinds are the types of files by what their names end in. What a system says of them may differ.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".json": "application/json",
	".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8", ".wasm": "application/wasm", ".woff2": "font/woff2", ".png": "image/png",
}

// policy lets the page do what it does and nothing else: no other host, no script or style but its files.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func (s *door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p := &patient{w, s.patience}
	p.anew()
	w = p
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	switch {
	case !s.ours(r.Host):
		http.Error(w, "this is not a name of the page; valid: the address that collsim serve printed", http.StatusMisdirectedRequest)
	case !s.same(r):
		http.Error(w, "another site may not ask; valid: the page itself", http.StatusForbidden)
	case r.URL.Path == "/ask":
		s.desk.ServeHTTP(w, r)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "files are only read; valid: GET", http.StatusMethodNotAllowed)
	case r.URL.Path == "/engine.json":
		s.about(w)
	default:
		s.file(w, r)
	}
}

// ours tells whether a host is one that the page is served at. A name that somebody else made point here is not: pages of
// other sites could read the answers (DNS rebinding).
func (s *door) ours(host string) bool {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = host, "80"
	}
	if port != s.port {
		return false
	}
	if ip := net.ParseIP(strings.Trim(name, "[]")); ip != nil {
		return true // numbers are nobody's to point elsewhere
	}
	return name == "localhost"
}

// same tells whether a request comes from the page itself, as far as its browser says.
func (s *door) same(r *http.Request) bool {
	if from := r.Header.Get("Sec-Fetch-Site"); from != "" && from != "same-origin" && !(from == "none" && r.Method == http.MethodGet) {
		return r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" // somebody followed a link to the page
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && u.Scheme == "http" && u.Host == r.Host
}

// about says who answers requests.
func (s *door) about(w http.ResponseWriter) {
	text, err := json.Marshal(map[string]string{"engine": "server", "model": scenarios.ModelVersion})
	if err != nil {
		panic("collsim: " + err.Error()) // words always marshal
	}
	w.Header().Set("Content-Type", kinds[".json"])
	w.Write(text)
}

// file gives a file by its exact name; / is the page.
func (s *door) file(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "index.html"
	}
	kind, known := kinds[path.Ext(name)]
	if !known || !fs.ValidPath(name) || strings.Contains(name, `\`) {
		http.Error(w, "there is no such file", http.StatusNotFound)
		return
	}
	data, err := fs.ReadFile(s.files, name)
	if err != nil {
		http.Error(w, "there is no such file", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", kind)
	if r.Method == http.MethodGet {
		w.Write(data)
	}
}

// isJSON tells whether a body says that it is JSON. Forms of other sites cannot say so.
func isJSON(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "application/json"
}
