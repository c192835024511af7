package scenarios

import (
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// Timeline is what every lane, message and link of a run did, instant by instant. The spans of a lane tile its time from 0 to
// its end. A lane that waits has the component and the place of what it waits for.
type Timeline struct {
	Total    units.Time
	Parties  []Party  // ranks, then switches that take part in the schedule
	Places   []string // what spans are about: parties, then links, by name
	Spans    []Span   // by party, lane, time
	Messages []Message
	Links    []LinkTrack // that sent something, busiest first
	Path     []Span      // the critical path, whole; party and lane are not told
	Shown    int         // the lanes of so many parties are here, the first ones
	Until    units.Time  // what happened until then is; the end if nothing was left out
	Note     string      // what was left out, by which rule; "" = nothing
}

// Party is who has lanes: a rank, or a switch that takes part in the schedule.
type Party struct {
	Name string
	Node int // -1 = the network between servers
	Rank int // -1 = a switch
}

// State is what a lane does.
type State uint8

// The states.
const (
	Working   = State(exec.Working)   // something of its own
	Flying    = State(exec.Flying)    // nothing, while a message to it is on its way
	Waiting   = State(exec.Waiting)   // nothing, for a peer that has not sent yet, or for the round to end
	Following = State(exec.Following) // nothing, until another lane of its rank has got somewhere
)

func (s State) String() string {
	return [...]string{"works", "receives", "waits for a peer", "waits for another lane"}[s]
}

// Span is a stretch of a lane's time, or of the critical path.
type Span struct {
	From, To  units.Time
	Party     int32 // index of Timeline.Parties; -1 = not told
	Lane      int32 // of the party
	Round     int32 // -1 = of none
	Place     int32 // index of Timeline.Places
	For       int32 // the party that it waits for; -1 = it is at work
	Component ledger.Component
	State     State
}

// Message is one message of the schedule.
type Message struct {
	From, To int32 // indices of Timeline.Parties
	Lane     int32 // of both
	Channel  int32
	Round    int32
	Bytes    units.Bytes
	Posted   units.Time   // its sender began to post it
	Sent     units.Time   // its data entered the network
	Arrived  units.Time   // its last byte did
	Taken    units.Time   // its receiver had put it in its place
	Hops     []fabric.Hop // from Sent to Arrived, link by link; of a Film
}

// LinkTrack is what one link did.
type LinkTrack struct {
	ID     fabric.LinkID
	Link   string
	Node   int              // of the device that sends over it; -1 = the network between servers
	Source bool             // it starts at a GPU: what waits for it are its sender's own bytes
	Busy   []fabric.Stretch // when it sent
	Stops  []fabric.Stretch // when it idled although a packet was offered to it: for want of credit, or told to stop
	Queue  []fabric.Depth   // what waited for it, from each instant at which that changed
}

// busy is for how long the link sent.
func (l *LinkTrack) busy() (d units.Duration) {
	for _, s := range l.Busy {
		d += s.To.Sub(s.From)
	}
	return d
}

// Timelines runs every scenario of the file, to which results are the answers, once more and keeps what happens. Each run is
// at the level of its result, and is its first replicate. A run that ended with an error is left out.
func (f *File) Timelines(results []Result, watch Watch, each Each) error {
	return f.observe(results, "timeline", watch, each, f.timeline)
}

func (f *File) timeline(i int, r *Result, watch Watch) error {
	_, err := f.traced(i, r, watch, &exec.Trace{})
	return err
}

// traced runs scenario i, to which r is the answer, once more and keeps its timeline.
func (f *File) traced(i int, r *Result, watch Watch, into *exec.Trace) (*bound, error) {
	if r.Grant != nil {
		return nil, Problems{{Where: f.Where(i, "grant"), What: "grant: a timeline is kept packet by packet, which turns of several are not; valid: exact"}}
	}
	b, _, err := f.observed(i, r, watch, 1, func(b *bound) {
		b.trace = into
		b.meter.Record()
	})
	if err != nil {
		return nil, err
	}
	r.Timeline = b.timeline(r.Total)
	return b, nil
}
