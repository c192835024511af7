package page

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"collsim/scenarios/lesson"
)

// asked is the answer to a request, unparsed.
func asked(request string) string {
	return string(Answer([]byte(request), Carrier{Each: inTurn, Limits: Usual()}))
}

// The page gets the whole course, and each lesson with the scenario to change.
func TestLessons(t *testing.T) {
	var list struct{ Lessons []title }
	if err := json.Unmarshal([]byte(asked(`{"do":"lessons"}`)), &list); err != nil || len(list.Lessons) != 12 {
		t.Fatalf("%d lessons, %v", len(list.Lessons), err)
	}
	for i, l := range list.Lessons {
		var one struct {
			Lesson struct{ Title, YAML, Answer string }
		}
		if err := json.Unmarshal([]byte(asked(fmt.Sprintf(`{"do":"lesson","lesson":%d}`, i+1))), &one); err != nil {
			t.Fatal(err)
		}
		if one.Lesson.Title != l.Title || !strings.HasPrefix(one.Lesson.YAML, "schema:") || !strings.HasPrefix(one.Lesson.Answer, "--set ") {
			t.Errorf("%d: %+v", i+1, one)
		}
	}
	for _, request := range []string{`{"do":"lesson"}`, `{"do":"lesson","lesson":13}`, `{"do":"check","lesson":-1}`} {
		if got := asked(request); !strings.Contains(got, `"error":{"kind":"request","text":"there is no such lesson`) {
			t.Errorf("%s: %s", request, got)
		}
	}
}

// A check takes the lesson's scenario where none is sent, and the same verdict comes of it where it is; what is wrong with
// an answer is placed as what is wrong with any question.
func TestCheck(t *testing.T) {
	all, err := lesson.All()
	if err != nil {
		t.Fatal(err)
	}
	right := asked(`{"do":"check","lesson":1,"flags":[["set","algorithm=recursive_doubling"]]}`)
	if !strings.Contains(right, `"passed":true`) || !strings.Contains(right, `"command":"collsim lesson check 1 --set algorithm=recursive_doubling"`) {
		t.Error(right)
	}
	yaml, _ := json.Marshal(all[0].YAML)
	if same := asked(fmt.Sprintf(`{"do":"check","lesson":1,"scenario":%s,"flags":[["set","algorithm=recursive_doubling"]]}`, yaml)); same != right {
		t.Errorf("%s\nand\n%s", same, right)
	}
	own, _ := json.Marshal(strings.Replace(all[0].YAML, "ring", "tree", 1))
	if wrong := asked(fmt.Sprintf(`{"do":"check","lesson":1,"scenario":%s}`, own)); !strings.Contains(wrong, `"passed":false`) || !strings.Contains(wrong, `check 1 scenario.yaml"`) {
		t.Error(wrong)
	}
	if bad := asked(`{"do":"check","lesson":1,"flags":[["set","algorithm=three"]]}`); !strings.Contains(bad, `"flag":"--set algorithm"`) {
		t.Error(bad)
	}
}
