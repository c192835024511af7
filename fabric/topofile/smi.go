package topofile

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"collsim/sim/input"
)

// class is how two devices reach each other, as nvidia-smi topo -m writes it, nearest first.
type class uint8

const (
	unread class = iota // nobody knows
	self
	nvlinks // of which cell.count says how many
	pix     // one PCIe switch
	pxb     // several PCIe switches
	phb     // the host bridge of a CPU
	node    // several host bridges of one NUMA node
	system  // the link between sockets
)

// cell is one field of the matrix.
type cell struct {
	class class
	count int // of NVLinks
}

// matrix is what nvidia-smi topo -m prints.
type matrix struct {
	names   []string      // GPU0 and so on, then NICs
	rows    []input.Where // where each row stands
	cells   [][]cell
	columns [][]int  // where each cell stands in its row; 0 = nowhere
	numa    []string // NUMA affinity, or else CPU affinity, of a row; "" = not said
	cards   map[string]string
}

var (
	ansi    = regexp.MustCompile("\x1b?\\[[0-9;]*[A-Za-z]")
	tokens  = regexp.MustCompile(`^(X|NV[0-9]+|PIX|PXB|PHB|NODE|SYS)`)
	rowName = regexp.MustCompile(`^(GPU[0-9]+|NIC[0-9]+|mlx[0-9]+_[0-9]+|[a-z]+[a-z0-9]*_[a-z0-9_]+)$`)
	legend  = regexp.MustCompile(`^\s*(NIC[0-9]+)\s*:\s*(\S+)\s*$`)
)

var classes = map[string]class{"X": self, "PIX": pix, "PXB": pxb, "PHB": phb, "NODE": node, "SYS": system}

// mostDevices of a matrix.
const mostDevices = 256

// importSMI makes a server of what nvidia-smi topo -m prints.
func importSMI(file string, data []byte, o Import) (*Document, input.Problems) {
	m := &smi{file: file}
	m.read(data)
	if len(m.problems) > 0 {
		return nil, m.problems.Sorted()
	}
	m.mend()
	if len(m.problems) > 0 {
		return nil, m.problems.Sorted()
	}
	m.build(o)
	return m.document("", o), nil
}

// smi reads the matrix and guesses the server.
type smi struct {
	server
	matrix
	file     string
	problems input.Problems
}

func (m *smi) problem(line, column int, what, text, valid string) {
	if len(m.problems) <= mostProblems {
		m.problems = append(m.problems, input.Problem{Where: spot(m.file, line, column), What: what, Text: text, Valid: valid})
	}
}

// read finds the header, the rows below it, and the legend.
func (m *smi) read(data []byte) {
	if len(data) > largestFile {
		m.problem(1, 1, "the file is too large", strconv.Itoa(len(data))+" bytes", "at most 4 MiB")
		return
	}
	m.cards = map[string]string{}
	lines := strings.Split(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n")
	seen := map[string]int{}
	for i, raw := range lines {
		line := ansi.ReplaceAllString(raw, "")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		switch {
		case len(m.names) == 0:
			m.header(line, i+1)
		case slices.Contains(m.names, fields[0]):
			if before, twice := seen[fields[0]]; twice {
				m.problem(i+1, column(line, fields[0]), "this row stands twice, first in line "+strconv.Itoa(before), fields[0], "each device once")
				continue
			}
			seen[fields[0]] = i + 1
			m.row(line, fields[0], i+1)
		case rowName.MatchString(fields[0]) && !legend.MatchString(line):
			m.problem(i+1, column(line, fields[0]), "a row of a device that the header does not name", fields[0], strings.Join(m.names, ", "))
		default:
			if name := legend.FindStringSubmatch(line); name != nil {
				m.cards[name[1]] = name[2]
			}
		}
	}
	if len(m.names) == 0 {
		m.problem(1, 1, "no matrix in the file", "", "what nvidia-smi topo -m prints, from its line of GPU0 GPU1 and so on")
		return
	}
	for at, name := range m.names {
		if m.rows[at].Line == 0 {
			m.rows[at] = spot(m.file, len(lines), 1)
			m.note("repaired: there is no row for %s; the others say how they reach it", name)
		}
	}
}

// header names the devices. The words behind them head the columns of affinity.
func (m *smi) header(text string, line int) {
	fields := strings.Fields(text)
	if !strings.HasPrefix(fields[0], "GPU") || !rowName.MatchString(fields[0]) || len(fields) > 1 && tokens.MatchString(fields[1]) && !rowName.MatchString(fields[1]) {
		return
	}
	end := 0 // of the word before
	for _, f := range fields {
		start := end + strings.Index(text[end:], f)
		end = start + len(f)
		if !rowName.MatchString(f) {
			break
		}
		if slices.Contains(m.names, f) {
			m.problem(line, start+1, "the header names a device twice", f, "each device once")
			continue
		}
		m.names = append(m.names, f)
	}
	if len(m.names) > mostDevices {
		m.problem(line, 1, "too many devices", strconv.Itoa(len(m.names)), "at most "+strconv.Itoa(mostDevices))
		m.names = m.names[:1]
	}
	n := len(m.names)
	m.rows, m.numa, m.cells = make([]input.Where, n), make([]string, n), make([][]cell, n)
	m.columns = make([][]int, n)
	for i := range m.cells {
		m.cells[i], m.columns[i] = make([]cell, n), make([]int, n)
	}
}

// row reads the cells of a device by their grammar: several that run together come apart, and what is no cell stays
// unread. Where there are fewer cells than devices nobody can tell which are missing, and all of them stay unread.
func (m *smi) row(line, name string, number int) {
	at := slices.Index(m.names, name)
	m.rows[at] = spot(m.file, number, column(line, name))
	rest := line[column(line, name)-1+len(name):]
	read := 0
	for read < len(m.names) {
		if rest = strings.TrimLeftFunc(rest, unicode.IsSpace); rest == "" {
			break
		}
		token := tokens.FindString(rest)
		m.columns[at][read] = len(line) - len(rest) + 1
		if token == "" {
			m.cells[at][read] = cell{}
			token = strings.Fields(rest)[0]
			m.note("repaired: %s has %q where a cell should be", name, input.Clip(oneLine(token)))
		} else {
			m.cells[at][read] = cellOf(token)
		}
		read, rest = read+1, rest[len(token):]
	}
	if read < len(m.names) {
		clear(m.cells[at])
		clear(m.columns[at])
		m.note("repaired: the row of %s has %d cells for %d devices; the others say how they reach it", name, read, len(m.names))
		return
	}
	m.affinity(at, strings.Fields(rest))
}

// affinity keeps the NUMA node of a GPU, or else its cores, as what it shares with its neighbours.
func (m *smi) affinity(at int, rest []string) {
	switch {
	case len(rest) >= 2:
		m.numa[at] = "numa " + rest[1]
	case len(rest) == 1:
		m.numa[at] = "cores " + rest[0]
	}
}

func cellOf(token string) cell {
	if digits, ok := strings.CutPrefix(token, "NV"); ok {
		n, err := strconv.Atoi(digits)
		if err != nil || n < 1 || n > 1024 {
			return cell{}
		}
		return cell{nvlinks, n}
	}
	return cell{class: classes[token]}
}

// column is where a word stands in a line, from 1.
func column(line, word string) int { return max(strings.Index(line, word), 0) + 1 }

func (c cell) String() string {
	if c.class == nvlinks {
		return "NV" + strconv.Itoa(c.count)
	}
	for word, class := range classes {
		if class == c.class {
			return word
		}
	}
	return "?"
}
