package msccl_test

import (
	"strings"
	"testing"

	"collsim/algo"
	"collsim/algo/msccl"
)

// Rounds and bytes a rank, in eighths of S, of the textbook: 8-GPU ring 14 and 1.75 S, all pairs in two passes 2 and
// 1.75 S, in one pass 1 and 7 S, all-to-all 1 and 0.875 S.
func TestTextbook(t *testing.T) {
	for _, c := range []struct {
		name         string
		f            file
		rounds, most int
	}{
		{"ring", ring(8), 14, 14}, {"two passes", twoPass(8), 2, 14}, {"one pass", onePass(8), 1, 56}, {"all-to-all", exchange(8), 1, 7},
	} {
		a := parsed(t, c.f)
		p, err := a.Verify()
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if p.Rounds != c.rounds || p.Most != c.most || p.Unproved != "" {
			t.Errorf("%s: %d rounds, %d chunks a rank (%s), want %d and %d", c.name, p.Rounds, p.Most, p.Unproved, c.rounds, c.most)
		}
		counted(t, c.name, a, p)
	}
}

// counted compares the schedule with the proof, for sizes that divide and for others, in one loop and in several.
func counted(t *testing.T, name string, a *msccl.Algorithm, p *msccl.Proof) {
	t.Helper()
	for _, loops := range []int{1, 3} {
		const eighth = 3000
		s, _, err := a.Schedule(8*eighth, loops, 8, p)
		if err != nil {
			t.Fatal(err)
		}
		n, err := algo.Count(s)
		if err != nil {
			t.Errorf("%s, %d loops: %v", name, loops, err)
			continue
		}
		if n.Rounds != p.Rounds || n.Messages != int64(p.Messages*loops) || int(n.Sent) != p.Most*8*eighth/int(s.Labels) {
			t.Errorf("%s, %d loops: the schedule has %d rounds, %d messages, %d bytes, its proof %d, %d, %d chunks", name, loops, n.Rounds, n.Messages, n.Sent, p.Rounds, p.Messages, p.Most)
		}
		if s, _, err = a.Schedule(8*eighth+5, loops, 8, p); err != nil {
			t.Fatal(err)
		}
		if _, err := algo.Count(s); err != nil {
			t.Errorf("%s, a size that does not divide: %v", name, err)
		}
	}
}

// Loops of more steps than a lane can number are refused.
func TestTooManyLoops(t *testing.T) {
	a := parsed(t, ring(8))
	p, err := a.Verify()
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := a.Schedule(1, 1<<30/15, 8, p); err != nil { // 15 steps a lane
		t.Error(err)
	}
	if _, _, err := a.Schedule(1, 1<<30/15+1, 8, p); err == nil || !strings.Contains(err.Error(), "are too many") {
		t.Errorf("says %v", err)
	}
}

// Ways along connections that come back to a GPU by another of its blocks are played by two lanes a block.
func TestCrossed(t *testing.T) {
	a := parsed(t, crossed())
	p, err := a.Verify()
	if err != nil {
		t.Fatal(err)
	}
	if p.Rounds != 1 || p.Most != 2 {
		t.Errorf("%d rounds, %d chunks", p.Rounds, p.Most)
	}
	counted(t, "crossed", a, p)
}

// Each change of one place makes an algorithm wrong, and verification says where and why.
func TestWrong(t *testing.T) {
	for _, c := range []struct{ name, from, to, want string }{
		{"a dep that is lost", `depid="2" deps="1" hasdep="0"`, `depid="-1" deps="-1" hasdep="0"`, "neither waits for the other"},
		{"a dep on the step before", `depid="2" deps="1" hasdep="0"`, `depid="2" deps="0" hasdep="0"`, "which tells nobody (hasdep is 0)"},
		{"another chunk", `type="re" srcbuf="s" srcoff="8" dstbuf="i" dstoff="0" cnt="4"`, `type="re" srcbuf="s" srcoff="9" dstbuf="i" dstoff="0" cnt="4"`, "adds part 1 of 2 to part 0 of 0+1"},
		{"one that nobody wrote", `type="re" srcbuf="s" srcoff="8" dstbuf="i" dstoff="0" cnt="4"`, `type="re" srcbuf="s" srcoff="0" dstbuf="i" dstoff="0" cnt="4"`, "in which there is nothing yet"},
		{"the same twice", `type="re" srcbuf="s" srcoff="8" dstbuf="i" dstoff="0" cnt="4"`, `type="re" srcbuf="s" srcoff="4" dstbuf="i" dstoff="0" cnt="4"`, "the contribution of gpu 1 would be in twice"},
		{"too few chunks", `type="re" srcbuf="s" srcoff="8" dstbuf="i" dstoff="0" cnt="4"`, `type="re" srcbuf="s" srcoff="8" dstbuf="i" dstoff="0" cnt="3"`, "gpu 0 ends with part 3 of 0+1+3 only in chunk 3 of its output"},
		{"beyond the buffer", `type="re" srcbuf="s" srcoff="8"`, `type="re" srcbuf="s" srcoff="14"`, "names chunks 14 to 17 of buffer s, which has 16"},
		{"a send too few", `<step s="0" type="s" srcbuf="i" srcoff="0" dstbuf="s" dstoff="0" cnt="4" depid="-1" deps="-1" hasdep="0"/>`, `<step s="0" type="nop"/>`, "which never sends it: 0 sends, 1 receives"},
	} {
		text := onePass(4).String()
		if !strings.Contains(text, c.from) {
			t.Fatalf("%s: the fixture has no %s\n%s", c.name, c.from, text)
		}
		a, err := msccl.Parse("t.xml", []byte(strings.Replace(text, c.from, c.to, 1)))
		if err == nil {
			_, err = a.Verify()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "t.xml:") {
			t.Errorf("%s: says %v\nwant %s", c.name, err, c.want)
		}
	}
}

// Buffers are as large as the collective needs them, whatever the file says of those that it does not touch: nothing is right
// because nobody looked at it.
func TestBuffers(t *testing.T) {
	sizes := func(i, o int) func(int) (int, int, int) { return func(int) (int, int, int) { return i, o, 0 } }
	idle := func(int) []block { return nil }
	half := file{coll: "allgather", gpus: 2, chunks: 2, inPlace: 1, buffers: sizes(0, 2), blocks: func(g int) []block {
		return []block{{1 - g, 1 - g, []string{step("s", "o", g, "o", g, 1, "", false), step("r", "o", 1-g, "o", 1-g, 1, "", false)}}}
	}}
	short := ring(4)
	short.buffers = sizes(4, 0)
	for _, c := range []struct {
		name string
		f    file
		want string // "" = right
	}{
		{"a ring in place, without output", short, ""},
		{"an all-gather in place, without input", half, ""},
		{"no output", file{coll: "allreduce", gpus: 2, chunks: 2, buffers: sizes(2, 0), blocks: idle}, "t.xml:3:1: gpu 0 ends with nothing, where part 0 belongs, in chunk 0 of its output"},
		{"no output in place", file{coll: "allreduce", gpus: 2, chunks: 2, inPlace: 1, buffers: sizes(2, 0), blocks: idle}, "t.xml:3:1: gpu 0 ends with part 0 of 0 only in chunk 0 of its output"},
		{"half of it", file{coll: "broadcast", gpus: 2, chunks: 4, inPlace: 1, buffers: sizes(2, 2), blocks: idle}, "t.xml:5:1: gpu 1 ends with nothing, where part 0 belongs, in chunk 0 of its output"},
		{"chunks that cannot be shared", file{coll: "allgather", gpus: 2, chunks: 3, buffers: sizes(1, 3), blocks: idle}, "t.xml:1:1: algo: nchunksperloop is 3, which 2 GPUs cannot share; valid: a multiple of 2"},
	} {
		a, err := msccl.Parse("t.xml", []byte(c.f.String()))
		if err == nil {
			_, err = a.Verify()
		}
		if err == nil && c.want != "" || err != nil && (c.want == "" || err.Error() != c.want) {
			t.Errorf("%s: says %v\nwant %s", c.name, err, c.want)
		}
	}
}

// Two GPUs of which each receives before it sends wait for ever.
func TestForEver(t *testing.T) {
	f := file{coll: "allgather", gpus: 2, chunks: 2, buffers: func(int) (int, int, int) { return 1, 2, 0 }, blocks: func(g int) []block {
		return []block{{1 - g, 1 - g, []string{step("r", "i", 0, "o", 1-g, 1, "", false), step("s", "i", 0, "o", g, 1, "", false)}}}
	}}
	_, err := parsed(t, f).Verify()
	want := "t.xml:5:1: gpu 0, thread block 0, step 0 never happens: it waits for a message from gpu 1 on channel 0, which is not sent"
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("says %v\nwant %s", err, want)
	}
}

func count(t *testing.T, s *algo.Schedule, p *msccl.Proof) {
	t.Helper()
	n, err := algo.Count(s)
	if err != nil || n.Rounds != p.Rounds || n.Messages != 2*int64(p.Messages) {
		t.Errorf("the schedule has %d rounds and %d messages, %v; its proof %d and %d a loop", n.Rounds, n.Messages, err, p.Rounds, p.Messages)
	}
}
