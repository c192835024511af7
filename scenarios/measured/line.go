package measured

import (
	"regexp"
	"strings"
)

// token is a word of a line, and where it stands.
type token struct {
	text       string
	start, end int
}

// tokens cuts a line at its blanks.
func tokens(line string) []token {
	var all []token
	for at := 0; at < len(line); {
		if line[at] == ' ' || line[at] == '\t' {
			at++
			continue
		}
		end := at
		for end < len(line) && line[end] != ' ' && line[end] != '\t' {
			end++
		}
		all = append(all, token{line[at:end], at, end})
		at = end
	}
	return all
}

var (
	escapes = regexp.MustCompile("\x1b\\[[0-9;]*[A-Za-z]")
	// What mpirun --tag-output writes, in both its generations, and srun -l.
	labels = regexp.MustCompile(`^\s*(?:\[[^\]\s]*,\s*\d+(?:,\s*\d+)?\])?(?:<std(?:out|err|diag)>)?:? ?(?:\s*\d+: ?)?`)
)

// plain is a line without escapes of a terminal and the labels of launchers.
func plain(line string) string {
	if strings.IndexByte(line, 0x1b) >= 0 {
		line = escapes.ReplaceAllString(line, "")
	}
	return line[len(labels.FindString(line)):]
}

// split cuts a log into lines, whatever ends them; the byte order mark of an editor is no part of it.
func split(data []byte) []string {
	text := strings.TrimPrefix(string(data), "\ufeff")
	if strings.IndexByte(text, '\r') >= 0 {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	return strings.Split(text, "\n")
}

func digits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}

// wordy says whether a token is the name of a type or an operation: "float", "f8e4m3", "none".
func wordy(text string) bool {
	for i := range len(text) {
		if c := text[i]; (c < 'a' || c > 'z') && c != '_' && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return text != "" && text != "nan" && text != "inf"
}

// numeric says whether a token stands in a column of numbers, be it that there is none.
func numeric(text string) bool {
	switch strings.TrimPrefix(text, "-") {
	case "N/A", "nan", "inf":
		return true
	}
	_, ok := parseNumber(strings.TrimPrefix(text, "-"))
	return ok
}
