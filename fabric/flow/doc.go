// Package flow carries messages as flows.
package flow
