package msccl_test

import (
	"fmt"
	"strings"
	"testing"

	"collsim/algo/msccl"
)

// The fixtures are written by these functions, in the shape of the generators' output.

type block struct {
	send, recv int
	steps      []string
}

type file struct {
	coll    string
	gpus    int
	chunks  int
	inPlace int
	buffers func(gpu int) (i, o, s int)
	blocks  func(gpu int) []block
}

func (f file) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "<!-- made for a test -->\n<algo name=\"t\" proto=\"Simple\" nchannels=\"1\" nchunksperloop=\"%d\" ngpus=\"%d\" coll=\"%s\" inplace=\"%d\">\n", f.chunks, f.gpus, f.coll, f.inPlace)
	for g := range f.gpus {
		i, o, s := f.buffers(g)
		fmt.Fprintf(&b, "  <gpu id=\"%d\" i_chunks=\"%d\" o_chunks=\"%d\" s_chunks=\"%d\">\n", g, i, o, s)
		for n, k := range f.blocks(g) {
			fmt.Fprintf(&b, "    <tb id=\"%d\" send=\"%d\" recv=\"%d\" chan=\"0\">\n", n, k.send, k.recv)
			for m, st := range k.steps {
				fmt.Fprintf(&b, "      <step s=\"%d\" %s/>\n", m, st)
			}
			b.WriteString("    </tb>\n")
		}
		b.WriteString("  </gpu>\n")
	}
	b.WriteString("</algo>\n")
	return b.String()
}

// step writes a step's attributes; dep "" = it waits for nobody.
func step(kind, src string, srcoff int, dst string, dstoff, cnt int, dep string, hasdep bool) string {
	if dep == "" {
		dep = `depid="-1" deps="-1"`
	}
	has := 0
	if hasdep {
		has = 1
	}
	return fmt.Sprintf(`type="%s" srcbuf="%s" srcoff="%d" dstbuf="%s" dstoff="%d" cnt="%d" %s hasdep="%d"`, kind, src, srcoff, dst, dstoff, cnt, dep, has)
}

func on(block, step int) string { return fmt.Sprintf(`depid="%d" deps="%d"`, block, step) }

func whole(n, s int) func(int) (int, int, int) {
	return func(int) (int, int, int) { return n, n, s }
}

// ring is an all-reduce in place: chunk i starts at GPU i, collects, and goes round once more.
func ring(n int) file {
	return file{coll: "allreduce", gpus: n, chunks: n, inPlace: 1, buffers: whole(n, 0), blocks: func(g int) []block {
		at := func(t int) int { return ((g-t)%n + n) % n }
		steps := []string{step("s", "i", at(0), "i", at(0), 1, "", false)}
		for t := 1; t < n-1; t++ {
			steps = append(steps, step("rrs", "i", at(t), "i", at(t), 1, "", false))
		}
		steps = append(steps, step("rrcs", "i", at(n-1), "i", at(n-1), 1, "", false))
		for t := n; t < 2*n-2; t++ {
			steps = append(steps, step("rcs", "i", at(t), "i", at(t), 1, "", false))
		}
		steps = append(steps, step("r", "i", at(2*n-2), "i", at(2*n-2), 1, "", false))
		return []block{{(g + 1) % n, (g + n - 1) % n, steps}}
	}}
}

// onePass sends everything to everybody, who adds it up.
func onePass(n int) file {
	return file{coll: "allreduce", gpus: n, chunks: n, inPlace: 1, buffers: whole(n, n*n), blocks: func(g int) []block {
		var all []block
		for j := range n {
			if j == g {
				continue
			}
			all = append(all, block{j, j, []string{
				step("s", "i", 0, "s", g*n, n, "", false), step("r", "i", 0, "s", j*n, n, "", len(all) > 0),
			}})
		}
		for k := 1; k < len(all); k++ {
			all[0].steps = append(all[0].steps, step("nop", "i", 0, "i", 0, 1, on(k, 1), false))
		}
		for j := range n {
			if j != g {
				all[0].steps = append(all[0].steps, step("re", "s", j*n, "i", 0, n, "", false))
			}
		}
		return all
	}}
}

// twoPass gives chunk j to GPU j, who adds it up and sends the sum to everybody.
func twoPass(n int) file {
	return file{coll: "allreduce", gpus: n, chunks: n, inPlace: 1, buffers: whole(n, n), blocks: func(g int) []block {
		var all []block
		for j := range n {
			if j == g {
				continue
			}
			all = append(all, block{j, j, []string{
				step("s", "i", j, "s", g, 1, "", false), step("r", "i", g, "s", j, 1, "", true),
			}})
		}
		adder := block{-1, -1, nil}
		for k := range all {
			adder.steps = append(adder.steps, step("nop", "i", 0, "i", 0, 1, on(k, 1), false))
		}
		for j := range n {
			if j != g {
				adder.steps = append(adder.steps, step("re", "s", j, "i", g, 1, "", j == n-1 || g == n-1 && j == n-2))
			}
		}
		last := len(adder.steps) - 1
		for k := range all {
			j := all[k].send
			all[k].steps = append(all[k].steps, step("s", "i", g, "i", g, 1, on(n-1, last), false), step("r", "i", j, "i", j, 1, "", false))
		}
		return append(all, adder)
	}}
}

// exchange is an all-to-all in one round.
func exchange(n int) file {
	return file{coll: "alltoall", gpus: n, chunks: n, buffers: whole(n, 0), blocks: func(g int) []block {
		all := []block{{-1, -1, []string{step("cpy", "i", g, "o", g, 1, "", false)}}}
		for j := range n {
			if j != g {
				all = append(all, block{j, j, []string{step("s", "i", j, "o", g, 1, "", false), step("r", "i", g, "o", j, 1, "", false)}})
			}
		}
		return all
	}}
}

// crossed is an all-gather of three GPUs whose blocks receive on one way and send on another, so that connections come
// back to a GPU by its other block.
func crossed() file {
	return file{coll: "allgather", gpus: 3, chunks: 3, buffers: func(int) (int, int, int) { return 1, 3, 0 }, blocks: func(g int) []block {
		next, prev := (g+1)%3, (g+2)%3
		return []block{
			{next, -1, []string{step("cpy", "i", 0, "o", g, 1, "", true), step("s", "o", g, "o", g, 1, "", false)}},
			{prev, prev, []string{
				step("s", "o", g, "o", g, 1, on(0, 0), false), step("r", "o", prev, "o", prev, 1, "", false),
			}},
			{-1, next, []string{step("r", "o", next, "o", next, 1, "", false)}},
		}
	}}
}

func parsed(t *testing.T, f file) *msccl.Algorithm {
	t.Helper()
	a, err := msccl.Parse("t.xml", []byte(f.String()))
	if err != nil {
		t.Fatalf("%v\n%s", err, f)
	}
	return a
}
