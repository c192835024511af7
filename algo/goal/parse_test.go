package goal_test

import (
	"reflect"
	"strings"
	"testing"

	"collsim/algo/goal"
)

// Every mistake is told with its place and with what would be right.
func TestMistakes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", `f.goal:1:1: there is no program; valid: num_ranks N`},
		{"ranks 2\n", `f.goal:1:1: a program begins with its number of ranks: "ranks 2"; valid: num_ranks N`},
		{"num_ranks 0\n", `f.goal:1:11: this is no number of ranks: "0"; valid: a whole number from 1 to 4194304`},
		{"num_ranks 2\nrank 0 {\n}\n", `f.goal:3:1: rank 1 is missing; valid: every rank from 0 to 1`},
		{"num_ranks 2\nrank 1 {\n}\nrank 1 {\n}\n", `f.goal:2:6: ranks come in their order: "1"; valid: rank 0`},
		{"num_ranks 1\nrank 0 {\nsend 4b to 1\n}\n", `f.goal:3:12: this is no peer: "1"; valid: a whole number from 0 to 0`},
		{"num_ranks 1\nrank 0 {\nsend 4 to 0\n}\n", `f.goal:3:6: this is no size: "4"; valid: bytes, as in 1024b`},
		{"num_ranks 1\nrank 0 {\nsend 4b from 0\n}\n", `f.goal:3:9: a send says to whom; valid: send 1024b to 1`},
		{"num_ranks 1\nrank 0 {\na: calc 4\na: calc 5\n}\n", `f.goal:4:1: rank 0 has this label already, on line 3: "a"; valid: a label once a rank`},
		{"num_ranks 1\nrank 0 {\na: calc 4\na requires b\n}\n", `f.goal:4:12: rank 0 has no operation of this label above: "b"`},
		{"num_ranks 1\nrank 0 {\ncalc 4 nic 1\n}\n", `f.goal:3:8: this does not belong here: "nic"; valid: cpu C, once`},
		{"num_ranks 1\nrank 0 {\nrecv 4b from -1 cpu 300\n}\n", `f.goal:3:21: this is no cpu: "300"; valid: a whole number from 0 to 255`},
		{"num_ranks 1\nrank 0 {\ncalc 4 calc 5\n}\n", `f.goal:3:8: this is more than one statement of a line: "calc 5"`},
		{"num_ranks 1\nrank 0 {\ncalc 4\n", `f.goal:3:1: the braces of rank 0, opened on line 2, are not closed`},
		{"num_ranks 1\nrank 0 {\n} // the last\n\n rank 1 {\ncalc 5\n}\n", `f.goal:5:2: this stands after the last rank, for num_ranks is 1: "rank 1 {"; valid: num_ranks 2, or nothing`},
		{"num_ranks 1\nrank 0 {\n/* calc 4\n}\n", `f.goal:4:1: the comment that begins on line 3 has no end`},
		{"num_ranks 1\nrank 0 {\na: calc 4\nb: calc 5\na requires b\nb irequires a\n}\n", `f.goal:3:1: rank 0: this operation waits for itself, by what it requires: "a (calc)"`},
	} {
		_, err := goal.Parse("f.goal", []byte(c.text))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q\n says %v\nwant %s", c.text, err, c.want)
		}
	}
}

func TestRead(t *testing.T) {
	p, err := goal.Parse("f.goal", []byte("\ufeff// a head\r\nnum_ranks 1 /* one\nor more */ \n\trank 0 { // opens\na:recv 5b from -1 tag -1 cpu 3 nic 2\r\n\n send 5b to 0\n}\n// nothing after the last rank\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []goal.Op{{Kind: goal.Recv, Label: "a", Size: 5, Peer: goal.Any, Tag: goal.Any, CPU: 3, NIC: 2, Line: 5}, {Kind: goal.Send, Size: 5, Line: 7}}
	if got := p.Ranks[0].Ops; len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// A schedule that cannot go on says who waits for whom.
func TestStall(t *testing.T) {
	text := "num_ranks 2\nrank 0 {\na: recv 8b from 1 tag 2\nb: calc 5\nb requires a\n}\nrank 1 {\nc: send 8b to 0 tag 3\n}\n"
	p, err := goal.Parse("f.goal", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Play(goal.Parameters{Latency: 10, Eager: 4})
	want := "f.goal: the schedule stalls: 3 operations can never finish\n" +
		"  f.goal:3:1: rank 0: a (recv from rank 1, tag 2) waits for a message, which nobody sends (one from rank 1 has come instead, tag 3)\n" +
		"  f.goal:8:1: rank 1: c (send to rank 0, tag 3) waits for rank 0 to receive it"
	if err == nil || err.Error() != want {
		t.Errorf("says\n%v\nwant\n%s", err, want)
	}
}

// A message that nobody receives, and one that is received as another size, are told: the program ends all the same.
func TestOdd(t *testing.T) {
	p, err := goal.Parse("f.goal", []byte("num_ranks 2\nrank 0 {\nsend 8b to 1\nsend 9b to 1\n}\nrank 1 {\nrecv 7b from 0\n}\n"))
	if err != nil {
		t.Fatal(err)
	}
	o, err := p.Play(goal.Parameters{Eager: 10})
	if err != nil {
		t.Fatal(err)
	}
	uneven := goal.Pairs{Count: 1, First: []goal.Pair{{From: 0, To: 1, Send: 0, Recv: 0}}}
	unreceived := goal.Pairs{Count: 1, First: []goal.Pair{{From: 0, To: 1, Send: 1, Recv: -1}}}
	if !reflect.DeepEqual(o.Uneven, uneven) || !reflect.DeepEqual(o.Unreceived, unreceived) {
		t.Errorf("uneven %+v, unreceived %+v", o.Uneven, o.Unreceived)
	}
}

// Sizes of nothing cost nothing beyond the first byte, and with LogGOPSim's arithmetic a byte less.
func TestNothing(t *testing.T) {
	p, err := goal.Parse("f.goal", []byte("num_ranks 2\nrank 0 {\nsend 0b to 1\n}\nrank 1 {\nrecv 0b from 0\n}\n"))
	if err != nil {
		t.Fatal(err)
	}
	q := goal.Parameters{Latency: 1000, Overhead: 100, Gap: 50, PerByteGap: 7, PerByteWork: 3, Eager: 10}
	for _, c := range []struct {
		quirk    bool
		from, to int64
	}{{false, 100, 1200}, {true, 97, 1200 - 3}} {
		q.LogGOPSim = c.quirk
		o, err := p.Play(q)
		if err != nil {
			t.Fatal(err)
		}
		if o.Finish[0] != c.from || o.Finish[1] != c.to {
			t.Errorf("LogGOPSim %v: %v, want %d and %d", c.quirk, o.Finish, c.from, c.to)
		}
	}
}

// An operation that needs one of another cpu waits for its end, unless LogGOPSim's rule is asked for.
func TestAcrossCPUs(t *testing.T) {
	p, err := goal.Parse("f.goal", []byte("num_ranks 1\nrank 0 {\na: calc 5000\nb: calc 10 cpu 1\nb requires a\n}\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		quirk bool
		want  int64
	}{{false, 5010}, {true, 5000}} {
		o, err := p.Play(goal.Parameters{LogGOPSim: c.quirk})
		if err != nil || o.Finish[0] != c.want {
			t.Errorf("LogGOPSim %v: %v, %v, want %d", c.quirk, o, err, c.want)
		}
	}
}

// Whatever is read is written and read back as it is; whatever is not is told with a place. Nothing hangs.
func FuzzParse(f *testing.F) {
	f.Add([]byte("num_ranks 2\nrank 0 {\na: send 1024b to 1 tag 7\n}\nrank 1 {\na: recv 1024b from 0 tag 7\n}\n"))
	f.Add([]byte("num_ranks 1\nrank 0 {\na: calc 4 cpu 2\nb: recv 5b from -1 tag -1 nic 3\nb irequires a\n}\n"))
	f.Add([]byte("num_ranks 1 /* x */\nrank 0 { // y\n}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<14 {
			return
		}
		p, err := goal.Parse("f.goal", data)
		if err != nil {
			if !strings.Contains(err.Error(), "f.goal:") {
				t.Errorf("an error without a place: %v", err)
			}
			return
		}
		if len(p.Ranks) > 1000 {
			return
		}
		readBack(t, p)
		_, _ = p.Play(goal.Parameters{Latency: 3, Overhead: 2, Gap: 1, PerByteGap: 1, Eager: 64})
	})
}
