package algo

import (
	"strings"
	"testing"
)

// scripted is an all-reduce of 4 bytes whose lanes are given step by step, by rank and lane.
func scripted(labels int32, ranks ...[][]Step) *Schedule {
	s := &Schedule{Collective: AllReduce, Call: Call{Ranks: len(ranks), Bytes: 4}.withDefaults(), Labels: labels}
	for range ranks[0] {
		s.Channels = append(s.Channels, 0)
	}
	s.Lanes = int32(len(s.Channels))
	s.Step = func(rank, lane, index int32) (Step, bool) {
		steps := ranks[rank][lane]
		if index < 0 || int(index) >= len(steps) {
			return Step{}, false
		}
		st := steps[index]
		st.Bytes = 4
		return st, true
	}
	return s
}

func sending(to, round int32) (s Step) { s.send(to, one(0), round); return s }
func receiving(from, round int32, reduce bool) (s Step) {
	s.receive(from, one(0), round, reduce)
	return s
}

func lane(steps ...Step) []Step { return steps }

func waiting(s Step, lane, step int32) Step { s.WaitLane, s.WaitStep = lane, step; return s }
func signalling(s Step) Step                { s.Signal = true; return s }

// TestFaultsSayWhatIsWrong: each text names the place and the cause.
func TestFaultsSayWhatIsWrong(t *testing.T) {
	get := func(from, round int32) Step { return receiving(from, round, false) }
	add := func(from, round int32) Step { return receiving(from, round, true) }
	put := func(to, round int32) Step { return sending(to, round) }
	for _, c := range []struct {
		name string
		s    *Schedule
		want string
	}{
		{"deadlock", scripted(1, [][]Step{lane(add(1, 0), put(1, 1))}, [][]Step{lane(add(0, 0), put(0, 1))}),
			"rank 0 lane 0 step 0: deadlock: waits for a message from rank 1; rank 1 lane 0 step 0 waits for a message from rank 0; rank 0 lane 0 step 0 closes the cycle"},
		{"dead end", scripted(1, [][]Step{lane(add(1, 0))}, [][]Step{lane()}),
			"deadlock: waits for a message from rank 1; rank 1 lane 0 step 0 does not exist: that lane has ended"},
		{"lanes in a cycle", scripted(1,
			[][]Step{lane(waiting(signalling(put(1, 0)), 1, 0)), lane(waiting(signalling(put(1, 0)), 0, 0))},
			[][]Step{lane(add(0, 0)), lane(add(0, 0))}),
			"waits for lane 1 step 0 of its rank; rank 0 lane 1 step 0 waits for lane 0 step 0 of its rank"},
		{"no receiver", scripted(1, [][]Step{lane(put(1, 0))}, [][]Step{lane()}), "rank 0 lane 0 step 0: sends to rank 1, which never receives it"},
		{"lost", scripted(1, [][]Step{lane(add(1, 0))}, [][]Step{lane(put(0, 0))}), "rank 1 ends with chunk 0 of ranks 1 only"},
		{"doubled", scripted(1, [][]Step{lane(add(1, 0), add(1, 0))}, [][]Step{lane(put(0, 0), put(0, 0))}),
			"rank 0 lane 0 step 1: adds rank 1's chunk 0, which is in already"},
		{"overwritten", scripted(1, [][]Step{lane(put(1, 0), get(1, 0))}, [][]Step{lane(put(0, 0), get(0, 0))}), "rank 0 ends with chunk 0 of ranks 1 only"},
		{"round stands still", scripted(1, [][]Step{lane(add(1, 0), put(1, 0))}, [][]Step{lane(put(0, 0), get(0, 0))}),
			"rank 0 lane 0 step 1: sends in round 0 after sending in round -1 and receiving round 0"},
		{"wrong round", scripted(1, [][]Step{lane(add(1, 3))}, [][]Step{lane(put(0, 0))}), "says round 3, but the message is of round 0"},
		{"to itself", scripted(1, [][]Step{lane(put(0, 0))}, [][]Step{lane()}), "sends to rank 0; the other ranks are 0..1"},
		{"nothing", scripted(1, [][]Step{lane(Step{Recv: -1, Send: -1, WaitLane: -1, Chunks: one(0)})}, [][]Step{lane()}), "neither sends nor receives"},
		{"no signal", scripted(1, [][]Step{lane(put(1, 0)), lane(waiting(put(1, 0), 0, 0))}, [][]Step{lane(), lane()}),
			"rank 0 lane 1 step 0: waits for lane 0 step 0, which does not signal"},
		{"race", scripted(1, [][]Step{lane(add(1, 0)), lane(put(1, 1))}, [][]Step{lane(put(0, 0)), lane(get(0, 1))}), "neither waits for the other"},
	} {
		err := Check(c.s)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant ... %s", c.name, err, c.want)
		}
	}
	good := scripted(1,
		[][]Step{lane(signalling(add(1, 0))), lane(waiting(put(1, 1), 0, 0))},
		[][]Step{lane(put(0, 0)), lane(get(0, 1))})
	if err := Check(good); err != nil {
		t.Errorf("a right schedule is refused: %v", err)
	}
}
