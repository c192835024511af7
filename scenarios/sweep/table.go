package sweep

import (
	"fmt"
	"slices"
	"strings"
)

// Table is a cut through a sweep: the points of two axes, at one value of every other.
type Table struct {
	Title   string // the values of the other axes; "" = there are none
	Rows    *Axis
	Columns *Axis // nil = there is only one axis
	Cells   [][]*Record
}

// Tables cuts a sweep into tables of two axes, by their names; the second may be "". where keeps only points whose value at
// a path is the one said.
func (m *Merged) Tables(rows, columns string, where Values) ([]Table, error) {
	p := m.Plan
	r, err := p.axis(rows)
	if err != nil {
		return nil, err
	}
	c := -1
	if columns != "" {
		if c, err = p.axis(columns); err != nil {
			return nil, err
		}
		if c == r {
			return nil, fmt.Errorf("rows and columns are the same axis, %s", rows)
		}
	}
	if err := p.known(where); err != nil {
		return nil, err
	}
	at := make(map[string]int)
	var all []Table
	for i := range m.Records {
		record := &m.Records[i]
		if !where.within(record.Values) {
			continue
		}
		place, title := p.place(record, r, c)
		n, ok := at[title]
		if !ok {
			n = len(all)
			at[title] = n
			all = append(all, p.table(title, r, c))
		}
		row, column := place[r], 0
		if c >= 0 {
			column = place[c]
		}
		all[n].Cells[row][column] = record
	}
	return all, nil
}

// axis finds an axis by its name or by one of its paths.
func (p *Plan) axis(name string) (int, error) {
	i := slices.IndexFunc(p.Axes, func(a Axis) bool { return a.Name == name || slices.Contains(a.Paths, name) })
	if i < 0 {
		var names []string
		for _, a := range p.Axes {
			names = append(names, a.Name)
		}
		return 0, fmt.Errorf("there is no axis %q; valid: %s", name, strings.Join(names, ", "))
	}
	return i, nil
}

// known refuses values that no axis has.
func (p *Plan) known(where Values) error {
	for _, w := range where {
		i, err := p.axis(w.Path)
		if err != nil {
			return err
		}
		var texts []string
		for _, v := range p.Axes[i].Values {
			text, _ := v.Get(w.Path)
			texts = append(texts, text)
		}
		if !slices.Contains(texts, w.Text) {
			return fmt.Errorf("%s has no value %q; valid: %s", w.Path, w.Text, strings.Join(texts, ", "))
		}
	}
	return nil
}

// within tells whether values are among others.
func (v Values) within(others Values) bool {
	for _, x := range v {
		if text, _ := others.Get(x.Path); text != x.Text {
			return false
		}
	}
	return true
}

// place is where a record stands on each axis, and what it is on those that are neither of two.
func (p *Plan) place(r *Record, rows, columns int) (at []int, title string) {
	index := r.Index
	at = make([]int, len(p.Axes))
	for i := len(p.Axes) - 1; i >= 0; i-- {
		at[i] = index % len(p.Axes[i].Values)
		index /= len(p.Axes[i].Values)
	}
	var rest Values
	for i := range p.Axes {
		if i != rows && i != columns {
			rest = append(rest, p.Axes[i].Values[at[i]]...)
		}
	}
	return at, rest.String()
}

func (p *Plan) table(title string, rows, columns int) Table {
	t := Table{Title: title, Rows: &p.Axes[rows]}
	wide := 1
	if columns >= 0 {
		t.Columns = &p.Axes[columns]
		wide = len(t.Columns.Values)
	}
	t.Cells = make([][]*Record, len(t.Rows.Values))
	for i := range t.Cells {
		t.Cells[i] = make([]*Record, wide)
	}
	return t
}

// Label is a value of an axis in few words.
func (a *Axis) Label(i int) string {
	var words []string
	for _, v := range a.Values[i] {
		words = append(words, v.Text)
	}
	return strings.Join(words, ", ")
}

// Vain are the axes that changed nothing: whatever the others were, all their values gave the same result. An axis whose
// points are missing in part is looked at as far as it goes.
func (m *Merged) Vain() []*Axis {
	var all []*Axis
	for i := range m.Plan.Axes {
		a := &m.Plan.Axes[i]
		if len(a.Values) > 1 && m.same(i) {
			all = append(all, a)
		}
	}
	return all
}

// same tells whether all values of an axis gave the same, and at least two could be compared.
func (m *Merged) same(axis int) bool {
	stride := 1
	for _, a := range m.Plan.Axes[axis+1:] {
		stride *= len(a.Values)
	}
	first := make(map[int]*Record, len(m.Records))
	compared := false
	for i := range m.Records {
		r := &m.Records[i]
		others := r.Index - r.Index/stride%len(m.Plan.Axes[axis].Values)*stride
		was, ok := first[others]
		if !ok {
			first[others] = r
			continue
		}
		if !was.alike(r) {
			return false
		}
		compared = true
	}
	return compared
}
