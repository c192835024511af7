package page

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// whyOf is the sentence of an answer to run, and all the rest of it.
func whyOf(t *testing.T, answer []byte) (why, rest string) {
	t.Helper()
	var a struct {
		Result struct{ Why string }
	}
	if err := json.Unmarshal(answer, &a); err != nil || a.Result.Why == "" {
		t.Fatalf("%v: %.300s", err, answer)
	}
	return a.Result.Why, strings.Replace(string(answer), a.Result.Why, "", 1)
}

// Who asks for it has every number before a faster algorithm is looked for; the answer is the same, whoever asks.
func TestEarlyAnswerLacksTheFasterAlgorithmAlone(t *testing.T) {
	const flags = `"flags":[["fabric","hgx-h100"],["nodes","2"],["collective","all_reduce"],["algorithm","ring"],["bytes","64 KiB"],["library","mpi"]]`
	var given [][]byte
	c := Carrier{Each: inTurn, Early: func(answer []byte) { given = append(given, slices.Clone(answer)) }}
	whole := Answer([]byte(`{"do":"run","early":true,`+flags+`}`), c)
	if len(given) != 1 {
		t.Fatalf("%d early answers", len(given))
	}
	first, numbers := whyOf(t, given[0])
	last, same := whyOf(t, whole)
	if found, ok := strings.CutPrefix(last, first+"; "); !ok || found == "" {
		t.Errorf("early %q, at last %q", first, last)
	}
	if numbers != same {
		t.Errorf("early\n%s, at last\n%s", numbers, same)
	}
	given = nil
	if plain := Answer([]byte(`{"do":"run",`+flags+`}`), c); string(plain) != string(whole) || given != nil {
		t.Errorf("not asked for: %d early answers, and\n%s, not\n%s", len(given), plain, whole)
	}
}

// One result of several would be taken for all there is.
func TestNoEarlyAnswerOfVariants(t *testing.T) {
	c := Carrier{Each: inTurn, Early: func(answer []byte) { t.Errorf("%.300s", answer) }}
	var a struct{ Result struct{ Results []any } }
	text := Answer([]byte(`{"do":"run","early":true,"library":"barrier-straggler"}`), c)
	if err := json.Unmarshal(text, &a); err != nil || len(a.Result.Results) < 2 {
		t.Errorf("%v: %.300s", err, text)
	}
}
