package scenarios

import "errors"

// Outlook is what is known of a run before it is played.
type Outlook struct {
	Auto      bool  // the level is left to the program
	Decisions int64 // of ports, if packets moved: what auto goes by
	Messages  int64
	runs      int64 // with other luck
	level     string
	hashes    [2]string // by packets, by messages; the same one where the level is said
}

// Foresee builds all parts of scenario i of f and tells what its run would be. Its error stands at the place in the file.
func (f *File) Foresee(i int, watch Watch) (*Outlook, error) {
	b, err := bind(f.Scenarios[i], watch)
	switch {
	case errors.As(err, new(*Stopped)):
		return nil, err
	case err != nil:
		return nil, f.located(i, err)
	}
	o := &Outlook{Decisions: b.decisions(), Messages: b.counts.Messages, runs: int64(max(1, b.scenario.Replicates)), level: b.scenario.Fidelity}
	o.Auto = o.level == defaultFidelity
	parameters := b.parameters()
	for n, level := range []string{byPackets, byMessages} {
		if !o.Auto {
			level = o.level
		}
		if n > 0 && !o.Auto {
			o.hashes[n] = o.hashes[0]
			break
		}
		o.hashes[n] = b.hash(level, parameters)
	}
	return o, nil
}

// LevelOfAuto is the level that auto takes where one run of those that are compared needs so many decisions.
func LevelOfAuto(decisions int64) string {
	if decisions < decisionsOfAuto {
		return byPackets
	}
	return byMessages
}

// Hash is the hash that the result will have; level is that of auto, and does not matter where the scenario says one.
func (o *Outlook) Hash(level string) string {
	if level == byPackets {
		return o.hashes[0]
	}
	return o.hashes[1]
}

// Cost is about how many events a run in full takes: decisions of ports where packets move, else messages.
func (o *Outlook) Cost(level string) int64 {
	if !o.Auto {
		level = o.level
	}
	if level == byPackets {
		return times(o.Decisions, o.runs)
	}
	return times(o.Messages, o.runs)
}

// hash names what the numbers of a run at some level depend on.
func (b *bound) hash(level string, parameters []byte) string {
	return Hash(b.resolved(level), parameters)
}

// resolved is the scenario with everything spelled out that was left to be worked out.
func (b *bound) resolved(level string) Scenario {
	s := b.scenario
	s.Fidelity = level
	if len(s.Jobs) > 0 {
		s.Ranks = 0
	}
	if b.choice != nil { // what was left to the library it chooses again
		s.Algorithm, s.Protocol, s.Channels, s.Slices = b.asked.Algorithm, b.asked.Protocol, b.asked.Channels, b.asked.Slices
	}
	return s
}
