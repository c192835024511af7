// Package serve carries requests of the page to the engine over HTTP. The door decides who may ask and gives out the files
// of the page; the desk takes requests, a few at a time, and ends those that nobody waits for.
package serve
