package loss

import (
	"errors"
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/sim"
	"collsim/sim/units"
)

const (
	size    = 4 * units.KiB // of a packet
	timeout = 500 * us
)

// letters is a sink that keeps what is delivered.
type letters struct {
	at      []units.Time
	transit []fabric.Transit
}

func (l *letters) Deliver(_ uint32, at units.Time, t *fabric.Transit) {
	l.at, l.transit = append(l.at, at), append(l.transit, *t)
}

// two is two ranks on one switch, and what a sender does about loss.
func two(r fabric.Retry) *fabric.Graph {
	g := fabrictest.Star(2, fabrictest.Cable(), fabrictest.Box("hub"))
	g.Retry = r
	return g
}

// send sends messages from rank 0 to rank 1 in one instant and returns what came, and the Net.
func send(t *testing.T, l level, g *fabric.Graph, o Options, bytes ...units.Bytes) (*letters, *Net) {
	t.Helper()
	k, sink := sim.New(sim.Options{}), &letters{}
	net, err := New(k, g, sink, o, l.inner(g))
	if err != nil {
		t.Fatal(err)
	}
	path := net.Path(fabrictest.StarRoute(0, 1))
	for i, b := range bytes {
		net.Send(fabric.Message{Path: path, Bytes: b, Tag: uint32(i)})
	}
	if _, err := k.Run(0); err != nil {
		t.Fatal(err)
	}
	return sink, net.(*Net)
}

func alone(g *fabric.Graph, n units.Bytes) units.Duration {
	d, _ := fabrictest.Alone(g, fabrictest.StarRoute(0, 1), n)
	return d
}

// A message of ten packets that loses one, once, takes a time-out and the way of what is sent again longer: the packet
// that was lost and those behind it, or the whole message. Everything else stays as it was.
func TestOneLoss(t *testing.T) {
	for _, l := range levels {
		for _, resend := range []Resend{GoBack, WholeMessage} {
			seen := [11]int{}
			for seed := range uint64(300) {
				g := two(fabric.Retry{Timeout: timeout, Backoff: 2, Limit: 7})
				g.Links[0].Loss = 5e7
				got, n := send(t, l, g, Options{Seed: seed, Resend: resend}, 10*size)
				if c := n.Counters(0); c.Lost == 1 {
					seen[c.Resent]++
					again := units.Bytes(c.Resent) * size
					want := timeout + alone(g, again)
					tr := got.transit[0]
					if tr.Retransmit != want || tr.Latency()-tr.Retransmit != alone(g, 10*size) || got.at[0] != units.Time(tr.Latency()) {
						t.Fatalf("%s seed %d: %d packets sent again, %+d, want %d of retransmit", l.name, seed, c.Resent, tr, int64(want))
					}
					if c.Bytes != 10*size+again {
						t.Fatalf("%s seed %d: %d bytes crossed the link, %d of them again", l.name, seed, c.Bytes, again)
					}
				}
			}
			for packets := 1; packets <= 10; packets++ {
				if all := packets == 10; resend == WholeMessage && !all && seen[packets] > 0 || (resend == GoBack || all) && seen[packets] == 0 {
					t.Errorf("%s: sent again, how many packets and how often: %v", l.name, seen)
					break
				}
			}
		}
	}
}

// As many are lost as should be: of 20,000 messages of one packet over two links that lose a tenth each, 19 % the first
// time, and 1 - 0.9^2 of those again. The standard deviation is 55 messages; the draws are always the same.
func TestHowManyAreLost(t *testing.T) {
	g := two(fabric.Retry{Timeout: timeout, Backoff: 1, Limit: 100})
	g.Links[0].Loss, g.Links[3].Loss = 1e8, 1e8
	all := make([]units.Bytes, 20_000)
	got, n := send(t, levels[2], g, Options{Seed: 1}, all...)
	if len(got.at) != len(all) {
		t.Fatalf("%d of %d delivered", len(got.at), len(all))
	}
	first, second := n.Counters(0), n.Counters(3)
	if first.Lost+second.Lost != first.Resent || second.Resent != 0 {
		t.Errorf("%d + %d lost, %d sent again", first.Lost, second.Lost, first.Resent)
	}
	// Lost attempts a message: 0.19 / 0.81; of those 10/19 on the first link.
	if first.Lost < 2469-200 || first.Lost > 2469+200 || second.Lost < 2222-200 || second.Lost > 2222+200 {
		t.Errorf("lost %d and %d, expected about 2469 and 2222", first.Lost, second.Lost)
	}
}

// A packet that is lost every time is given up after limit retransmissions. Time-outs double.
func TestGivingUp(t *testing.T) {
	for _, l := range levels {
		for _, resend := range []Resend{GoBack, WholeMessage} {
			g := two(fabric.Retry{Timeout: timeout, Backoff: 2, Limit: 3})
			g.Links[3].Loss = units.Certain
			got, n := send(t, l, g, Options{Resend: resend}, 3*size)
			var gave *fabric.GaveUp
			if !errors.As(n.Settled(), &gave) || len(got.at) > 0 {
				t.Fatalf("%s: %v, %d delivered", l.name, n.Settled(), len(got.at))
			}
			want := fabric.GaveUp{
				Link: "hub>gpu1", From: "gpu0", To: "gpu1", Bytes: 3 * size, Payload: size, Attempts: 4,
				At: units.Time(4*alone(g, 3*size) + (1+2+4)*timeout),
			}
			if *gave != want {
				t.Errorf("%s: %+v, want %+v", l.name, *gave, want)
			}
		}
	}
}

// An MTU that is too small loses large packets only, every time, and says so.
func TestMTU(t *testing.T) {
	for _, l := range levels {
		g := two(fabric.Retry{Timeout: timeout, Backoff: 1, Limit: 7})
		g.Links[0].MTU = 1500
		got, n := send(t, l, g, Options{}, 1500, 0, 1)
		if err := n.Settled(); err != nil || len(got.at) != 3 || n.Counters(0).Lost != 0 {
			t.Errorf("%s: small packets: %v, %d delivered", l.name, err, len(got.at))
		}
		_, n = send(t, l, g, Options{}, 1500+size)
		const want = "packets of 4096 B do not fit link gpu0>hub's MTU of 1500 B: every one is lost; gpu0 gave up its message of 5,596 B to gpu1 at 3.504 ms, after 8 attempts"
		if err := n.Settled(); err == nil || err.Error() != want {
			t.Errorf("%s: %v\nwant %s", l.name, err, want)
		}
	}
}

// A packet that gets through sets the count and the time-out back: with a limit of one, a message whose packets each
// fail once still arrives.
func TestProgress(t *testing.T) {
	found := 0
	for seed := range uint64(2000) {
		g := two(fabric.Retry{Timeout: timeout, Backoff: 2, Limit: 1})
		g.Links[0].Loss = 3e8
		got, n := send(t, levels[0], g, Options{Seed: seed}, 4*size)
		c := n.Counters(0)
		if c.Lost == 3 && len(got.at) == 1 {
			found++
			// Three attempts after the first, each behind a time-out of the same length; together they send Resent packets.
			want := 3*(timeout+alone(g, size)-g.Links[0].Rate.Over(size)) + g.Links[0].Rate.Over(units.Bytes(c.Resent)*size)
			if got.transit[0].Retransmit != want {
				t.Fatalf("seed %d: retransmit %d, want %d", seed, int64(got.transit[0].Retransmit), int64(want))
			}
		}
	}
	if found < 10 {
		t.Fatalf("only %d messages lost three packets", found)
	}
}

// A message that is there waits for the one before it in its flow, and for no other flow. That is retransmit.
func TestHeldBack(t *testing.T) {
	held := 0
	for seed := range uint64(200) {
		for _, l := range levels {
			g := two(fabric.Retry{Timeout: timeout, Backoff: 2, Limit: 7})
			g.Links[0].Loss = 1e8
			got, n := send(t, l, g, Options{Seed: seed}, size, size)
			if n.Counters(0).Lost != 1 {
				continue
			}
			a, b := got.transit[0], got.transit[1]
			switch {
			case a.Retransmit > 0: // the first was lost: both arrive when it does
				held++
				if a.Retransmit != timeout+alone(g, size) || got.at[0] != got.at[1] || b.Latency() != a.Latency() {
					t.Fatalf("%s seed %d: %+d then %+d", l.name, seed, a, b)
				}
			case b.Retransmit != timeout+alone(g, size):
				t.Fatalf("%s seed %d: %+d then %+d", l.name, seed, a, b)
			}
		}
	}
	if held < 20 {
		t.Fatalf("only %d were held back", held)
	}
}

// Where somebody else sees to losses, a message takes the time that it takes anyhow, and what was missed is told. Another
// attempt has other luck.
func TestNothingIsSentAgain(t *testing.T) {
	failed := [2]int{}
	for seed := range uint64(200) {
		for attempt := range uint64(2) {
			g := two(fabric.Retry{Timeout: timeout, Backoff: 2, Limit: 7})
			g.Links[0].Loss = 1e8
			got, n := send(t, levels[1], g, Options{Seed: seed, Attempt: attempt, Resend: Nothing}, 3*size)
			if err := n.Settled(); err != nil || len(got.at) != 1 || got.transit[0].Latency() != alone(g, 3*size) || got.transit[0].Retransmit != 0 {
				t.Fatalf("%v, %+d", err, got.transit)
			}
			c := n.Counters(0)
			if (n.Missed() != nil) != (c.Lost == 1) || c.Lost > 1 || c.Sent != 3 || c.Resent != 0 {
				t.Fatalf("%+d, missed %v", c, n.Missed())
			}
			failed[attempt] += int(c.Lost)
		}
	}
	// 27.1 % of 200, give or take a standard deviation of six; the draws are always the same, and those of two attempts differ
	if failed[0] == failed[1] || failed[0] < 35 || failed[1] < 35 || failed[0] > 75 || failed[1] > 75 {
		t.Errorf("%v of 200 lost a packet", failed)
	}
}
