package measured

import (
	"bytes"
	"fmt"
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
	if l.MTU > 0 {
		fmt.Fprintf(b, " Mtu             : %d[B]\n", l.MTU)
	}
	if l.Link != "" {
		fmt.Fprintf(b, " Link type       : %s\n", l.Link)
	}
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
	decimals := 2
	if gigabits && r.Average < 12_500_000 {
		decimals = 6 // below 0.1 Gb/s, as perftest does
	}
	in := func(rate units.Rate) string { return r.printed(rate, gigabits).FloatString(decimals) }
	fmt.Fprintf(b, " %-7d    %-10d       %-7s            %-7s\t\t     %-7s\n", r.Bytes, r.Iterations, in(r.Peak), in(r.Average), r.messages().FloatString(6))
}
