package msccl_test

import (
	"strings"
	"testing"

	"collsim/algo/msccl"
)

// Every mistake is told with its place and with what would be right.
func TestMistakes(t *testing.T) {
	head := `<algo name="t" proto="Simple" nchannels="1" nchunksperloop="2" ngpus="2" coll="allreduce" inplace="1">` + "\n"
	gpu := `<gpu id="0" i_chunks="2" o_chunks="2" s_chunks="0">` + "\n" + `<tb id="0" send="1" recv="1" chan="0">` + "\n"
	for _, c := range []struct{ text, want string }{
		{"", `t.xml:1:1: there is no algorithm; valid: <algo name="..." coll="allreduce" ...>`},
		{"<algo", "t.xml:1:6: this is no XML: unexpected EOF"},
		{"<gpu/>", `t.xml:1:1: this element does not belong here: "<gpu>"; valid: <algo>, in it <gpu>, in it <tb>, in it <step>`},
		{strings.Replace(head, "allreduce", "alreduce", 1) + "</algo>", `t.xml:1:1: algo: there is no collective: "alreduce"; valid: allreduce, allgather`},
		{strings.Replace(head, "Simple", "simple", 1) + "</algo>", `t.xml:1:1: algo: there is no protocol: "simple"; valid: Simple, LL, LL128`},
		{head + "</algo>", "t.xml:1:1: algo: ngpus is 2, but 0 GPUs follow"},
		{head + `<gpu id="1" i_chunks="x"/></algo>`, `t.xml:2:1: gpu: ids follow one another from 0: "1"; valid: 0`},
		{head + `<gpu id="0" i_chunks="x"/></algo>`, `t.xml:2:1: gpu: i_chunks: this is no whole number: "x"; valid: 0 to 4194304`},
		{head + gpu + `<step s="0" type="x"/></tb></gpu></algo>`, `t.xml:4:1: step: type: there is no such: "x"; valid: s, r, rcs, rrs, rrc, rrcs, cpy, re, nop`},
		{head + gpu + `<step s="1" type="nop"/></tb></gpu></algo>`, `t.xml:4:1: steps of a thread block follow one another from 0: "1"; valid: 0`},
		{head + gpu + `<step s="0" type="nop" dep="3"/></tb></gpu></algo>`, `t.xml:4:1: step: there is no attribute of this name: "dep"; valid: s, type`},
		{head + gpu + "hello</tb></gpu></algo>", `t.xml:3:39: text between elements: "hello"`},
		{"\ufeff<graphs><graph id=\"0\"><channel/></graph></graphs>", `t.xml:1:1: this element does not belong here: "<graphs>"; valid: <algo>, in it <gpu>, in it <tb>, in it <step>`},
		{head + gpu + `<step s="0" type="nop" depid="-1" depid="0" deps="0"/></tb></gpu></algo>`, `t.xml:4:1: step: deps: it waits for a step of no thread block: "0"; valid: -1, or a depid beside it`},
		{head + gpu + `<step s="0" type="nop" hasdep="0" hasdep="1"/></tb></gpu></algo>`, `t.xml:4:1: step: this attribute stands twice: "hasdep"; valid: each attribute once`},
		{"<algo name=\"a&\u009b31m;\"/>", "t.xml:1:21: this is no XML: invalid character entity &?31m;"},
		{strings.Replace(head, `ngpus="2"`, `ngpus="5000"`, 1) + "</algo>", `t.xml:1:1: algo: ngpus: this is out of range: "5000"; valid: 1 to 4096`},
		{strings.Replace(head, `nchunksperloop="2"`, `nchunksperloop="4194304"`, 1) + "</algo>", `t.xml:1:1: algo: there are too many chunks, nchunksperloop times ngpus: "8388608"; valid: at most 4194304`},
		{head + `<gpu id="0" i_chunks="4194304"/>` + "\n" + `<gpu id="1" s_chunks="1"/></algo>`, `t.xml:3:1: gpu: there are too many chunks: "4194305"; valid: 4194304 in all buffers of all GPUs`},
		{head + head + "</algo></algo>", `t.xml:2:1: this element does not belong here: "<algo>"`},
		{head + `<gpu id="0"><tb id="0" send="0" recv="-1" chan="0"></tb></gpu><gpu id="1"></gpu></algo>`, "t.xml:2:1: gpu 0, thread block 0: 0 is no peer; valid: another GPU, 0 to 1, or -1"},
		{head + `<gpu id="0"><tb id="0" send="1" recv="-1" chan="0"></tb><tb id="1" send="1" recv="-1" chan="0"></tb></gpu><gpu id="1"></gpu></algo>`, "t.xml:2:1: gpu 0: two thread blocks send to gpu 1 on channel 0"},
	} {
		_, err := msccl.Parse("t.xml", []byte(c.text))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q\n says %v\nwant %s", c.text, err, c.want)
		}
	}
}

// The newer writer's elements say the same in fewer attributes.
func TestNewerWriter(t *testing.T) {
	text := `<algo name="n" proto="LL" nchannels="1" nchunksperloop="2" ngpus="2" coll="allgather" inplace="0">
  <gpu id="0" i_chunks="1" o_chunks="2" s_chunks="0">
    <tb id="0" send="1" recv="1" chan="0">
      <op step="0" type="s" buf="i" off="0"/>
      <op step="1" type="r" buf="o" off="1"/>
      <op step="2" type="cpy" srcbuf="i" srcoff="0" dstbuf="o" dstoff="0"/>
    </tb>
  </gpu>
  <gpu id="1" i_chunks="1" o_chunks="2" s_chunks="0">
    <tb id="0" send="0" recv="0" chan="0">
      <op step="0" type="s" buf="i" off="0"/>
      <op step="1" type="r" buf="o" off="0"/>
      <op step="2" type="cpy" srcbuf="i" srcoff="0" dstbuf="o" dstoff="1" cnt="1"/>
    </tb>
  </gpu>
</algo>`
	a, err := msccl.Parse("t.xml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if p, err := a.Verify(); err != nil || p.Rounds != 1 || p.Messages != 2 {
		t.Errorf("%+v, %v", p, err)
	}
}

// Whatever can be read can be played, and timed if it is right; nothing hangs, and errors have places.
func FuzzParse(f *testing.F) {
	for _, x := range []file{ring(3), onePass(3), twoPass(3), exchange(3), crossed()} {
		f.Add([]byte(x.String()))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<15 {
			return
		}
		a, err := msccl.Parse("t.xml", data)
		if err == nil && chunks(a) > 1<<16 {
			return
		}
		var p *msccl.Proof
		if err == nil {
			p, err = a.Verify()
		}
		if err != nil {
			if !strings.Contains(err.Error(), "t.xml:") {
				t.Errorf("an error without a place: %v", err)
			}
			return
		}
		s, _, err := a.Schedule(1000, 2, 1, p)
		if err != nil {
			return
		}
		count(t, s, p)
	})
}

func chunks(a *msccl.Algorithm) (n int) {
	for g := range a.GPUs {
		for _, k := range a.GPUs[g].Chunks {
			n += int(k)
		}
	}
	return n
}
