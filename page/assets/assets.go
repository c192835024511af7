// Package assets holds the files of the page.
package assets

import "embed"

// Files are the files by the names under which a browser asks for them. What a host alone can give is not among them:
// engine.json, which says who answers, and for WebAssembly the engine itself.
//
//go:embed *.html *.css *.js *.svg vendor
var Files embed.FS
