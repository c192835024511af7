package main

import (
	"errors"
	"io/fs"
	"syscall"
	"testing"
)

// A full disk asks for another try, whichever file of a sweep did not fit; other causes do not.
func TestOnDisk(t *testing.T) {
	for cause, want := range map[error]int{syscall.ENOSPC: exitTryAgain, syscall.EDQUOT: exitTryAgain, syscall.EACCES: exitFailed} {
		err := onDisk(cannotWrite("missing.plan.json", &fs.PathError{Op: "write", Path: "draft", Err: cause}))
		if f := (failure{}); !errors.As(err, &f) || f.code != want {
			t.Errorf("%v: %v", cause, err)
		}
	}
	if err := onDisk(nil); err != nil {
		t.Error(err)
	}
}
