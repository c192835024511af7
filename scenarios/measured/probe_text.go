package measured

import (
	"bytes"
	"fmt"
	"math/big"
	"strings"

	"collsim/sim/units"
)

const rule = "---------------------------------------------------------------------------------------\n"

// Text writes a log in the columns of perftest 6: times in microseconds, bandwidths in MiB/s, or Gb/s as with --report_gbits.
func (l *ProbeLog) Text(gigabits bool) []byte {
	var b bytes.Buffer
	l.writeHead(&b)
	switch {
	case !l.Probe.Bandwidth:
		b.WriteString(" #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]    t_stdev[usec]   99% percentile[usec]   99.9% percentile[usec] \n")
	case gigabits:
		b.WriteString(" #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]\n")
	default:
		b.WriteString(" #bytes     #iterations    BW peak[MiB/sec]    BW average[MiB/sec]   MsgRate[Mpps]\n")
	}
	for _, r := range l.Rows {
		if l.Probe.Bandwidth {
			r.writeRate(&b, gigabits)
		} else {
			r.writeLatency(&b)
		}
	}
	b.WriteString(rule)
	return b.Bytes()
}

func (l *ProbeLog) writeHead(b *bytes.Buffer) {
	kind := "Latency"
	if l.Probe.Bandwidth {
		kind = "BW"
	}
	fmt.Fprintf(b, "%s                    %s %s Test\n", rule, l.Probe.Verb.title(), kind)
	fmt.Fprintf(b, " Dual-port       : OFF\t\tDevice         : %s\n Number of qps   : 1\t\tTransport type : IB\n Connection type : RC\t\tUsing SRQ      : OFF\n", l.Device)
	if l.Probe.Bandwidth {
		fmt.Fprintf(b, " TX depth        : %d\n", l.Depth)
	}
	fmt.Fprintf(b, " Mtu             : %d[B]\n Link type       : %s\n", l.MTU, l.Link)
	for _, n := range l.Notes {
		fmt.Fprintf(b, " Note            : %s\n", strings.ReplaceAll(n, "\n", " "))
	}
	b.WriteString(rule)
}

// title is a verb as perftest's heads call it.
func (v Verb) title() string {
	switch v {
	case Write:
		return "RDMA_Write"
	case Read:
		return "RDMA_Read"
	}
	return "Send"
}

func (r *ProbeRow) writeLatency(b *bytes.Buffer) {
	us := func(d units.Duration) string { return inMicroseconds(d).FloatString(2) }
	t := r.Latency
	fmt.Fprintf(b, " %-7d %d          %-7s        %-7s      %-7s  \t       %-7s     \t%-7s\t\t%-7s \t\t%-7s\n",
		r.Bytes, r.Iterations, us(t.Least), us(t.Most), us(t.Typical), us(t.Average), us(t.Deviation), us(t.P99), us(t.P999))
}

func (r *ProbeRow) writeRate(b *bytes.Buffer, gigabits bool) {
	unit, decimals := big.NewRat(1, int64(units.MiB)), 2
	if gigabits {
		unit = big.NewRat(8, 1e9)
		if r.Average < 12_500_000 {
			decimals = 6 // below 0.1 Gb/s, as perftest does
		}
	}
	in := func(rate units.Rate) string { return new(big.Rat).Mul(asRat(rate), unit).FloatString(decimals) }
	messages := new(big.Rat)
	if r.Bytes > 0 {
		messages.Quo(asRat(r.Average), big.NewRat(int64(r.Bytes)*1e6, 1))
	}
	fmt.Fprintf(b, " %-7d    %-10d       %-7s            %-7s\t\t     %-7s\n", r.Bytes, r.Iterations, in(r.Peak), in(r.Average), messages.FloatString(6))
}

func asRat(rate units.Rate) *big.Rat {
	return new(big.Rat).SetInt(new(big.Int).SetUint64(uint64(rate)))
}
