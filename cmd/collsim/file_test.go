package main

import (
	"errors"
	"os"
	"testing"
)

// A device keeps its place, whoever is told to write a file there.
func TestDevicesStay(t *testing.T) {
	before, err := os.Lstat(os.DevNull)
	if err != nil || before.Mode().IsRegular() {
		t.Skip("no device to try")
	}
	if err := writeFile(os.DevNull, []byte("x")); !errors.Is(err, errNoFile) {
		t.Errorf("writing a file over a device: %v", err)
	}
	if after, err := os.Lstat(os.DevNull); err != nil || after.Mode() != before.Mode() {
		t.Errorf("the device is %v now, it was %v; %v", after.Mode(), before.Mode(), err)
	}
}
