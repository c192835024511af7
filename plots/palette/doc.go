// Package palette has the fixed colours of components and of algorithms, the same ones in every figure and on the page. It
// draws nothing, so that the page need not carry what does.
package palette
