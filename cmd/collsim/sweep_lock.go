//go:build linux || darwin

package main

import (
	"errors"
	"os"
	"syscall"
)

// lock keeps other processes from writing a file until it is closed, also by a crash. Where a file system has no locks, as
// some network file systems, nothing keeps them.
func lock(file *os.File) error {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errHeld
	}
	return nil
}
