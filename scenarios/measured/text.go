package measured

import (
	"bytes"
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Text writes a log in the columns of nccl-tests 2.19, so that what reads its text reads this. Bandwidths are computed from sizes and
// times. Only the first line is shorter, for a log that knows no version, and Notes stand below the devices.
func Text(l *Log) []byte {
	var b bytes.Buffer
	l.writeHead(&b)
	b.WriteString(columnNames)
	for _, r := range l.Rows {
		fmt.Fprintf(&b, "%12d  %12d  %8s  %6s  %6d", r.Bytes, r.Count, r.Type, r.Redop, r.Root)
		b.WriteString(l.half(r, r.OutOfPlace) + l.half(r, r.InPlace) + "\n")
	}
	l.writeFoot(&b)
	return b.Bytes()
}

const columnNames = `#
#                                                              out-of-place                       in-place          
#       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong 
#        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)         
`

func (l *Log) writeHead(b *bytes.Buffer) {
	if l.Tests != "" {
		fmt.Fprintf(b, "# nccl-tests version %s nccl-headers=%[2]d nccl-library=%[2]d\n", l.Tests, versionCode(l.Version))
	}
	if l.Program != "" {
		fmt.Fprintf(b, "# Collective test starting: %s\n", l.Program)
	}
	s := l.Setup
	step, kind := int64(s.StepBytes), "bytes"
	if s.StepFactor > 1 {
		step, kind = s.StepFactor, "factor"
	}
	fmt.Fprintf(b, "# nThread %d nGpus %d minBytes %d maxBytes %d step: %d(%s) warmup iters: %d iters: %d agg iters: %d validation: %d graph: %d unalign: 0\n#\n# Using devices\n",
		s.Threads, s.GPUs, s.MinBytes, s.MaxBytes, step, kind, s.Warmup, s.Iterations, s.Aggregated, s.Validation, s.Graph)
	for _, d := range l.Devices {
		fmt.Fprintf(b, "#  Rank %2d Group %2d Pid %6d on %10s device %2d [%s] %s\n", d.Rank, d.Group, d.Process, d.Host, d.Index, d.Bus, d.Name)
	}
	for _, n := range l.Notes {
		fmt.Fprintf(b, "# %s\n", strings.ReplaceAll(n, "\n", " "))
	}
}

// half is one half of a row.
func (l *Log) half(r Row, s Sample) string {
	if !s.Measured {
		return strings.Repeat(" ", 32)
	}
	algbw, busbw := bandwidths(l.Collective, l.Ranks, r.Bytes, s.Time)
	wrong := "   N/A"
	if s.Wrong != Unchecked {
		wrong = " " + right(strconv.FormatFloat(float64(s.Wrong), 'g', 6, 64), 6)
	}
	return "  " + fit(inMicroseconds(s.Time), 7) + "  " + fit(algbw, 6) + "  " + fit(busbw, 6) + " " + wrong
}

func (l *Log) writeFoot(b *bytes.Buffer) {
	wrong, verdict := l.wrong(), "OK"
	if wrong > 0 {
		verdict = "FAILED"
	}
	fmt.Fprintf(b, "# %-20s : %d %s\n# %-20s : %s \n#\n", "Out of bounds values", wrong, verdict, "Avg bus bandwidth", strconv.FormatFloat(l.average(), 'g', 6, 64))
	if l.Program != "" {
		fmt.Fprintf(b, "# Collective test concluded: %s\n#\n", l.Program)
	}
}

// wrong counts halves of rows with wrong results.
func (l *Log) wrong() int {
	n := 0
	for _, r := range l.Rows {
		for _, s := range []Sample{r.OutOfPlace, r.InPlace} {
			if s.Measured && s.Wrong > 0 {
				n++
			}
		}
	}
	return n
}

// average is the mean bus bandwidth of all that was measured, in GB/s.
func (l *Log) average() float64 {
	sum, n := new(big.Rat), int64(0)
	for _, r := range l.Rows {
		for _, s := range []Sample{r.OutOfPlace, r.InPlace} {
			if !s.Measured {
				continue
			}
			n++
			if _, busbw := bandwidths(l.Collective, l.Ranks, r.Bytes, s.Time); busbw != nil {
				sum.Add(sum, busbw)
			}
		}
	}
	if n == 0 {
		return 0
	}
	f, _ := sum.Quo(sum, big.NewRat(n, 1)).Float64()
	return f
}
