package scenarios

type expectation struct{}

type expectations struct{}

func (expectations) read(r *reader, path string, n *node, d *draft) { d.expect = n }

func (r *reader) expect(f *File, n *node) []expectation { return nil }

func isMetric(name string) bool { return false }
