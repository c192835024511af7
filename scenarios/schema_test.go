package scenarios

import (
	"encoding/json"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"collsim/sim/input"
)

func decodeSchema(t *testing.T, c *Catalogue) map[string]any {
	t.Helper()
	var schema map[string]any
	if err := json.Unmarshal(c.Schema(), &schema); err != nil {
		t.Fatal(err)
	}
	return schema
}

// TestSchemaKeys finds every key of the loader's tables in the schema, with its description.
func TestSchemaKeys(t *testing.T) {
	schema := decodeSchema(t, Known())
	var cover func(where string, of map[string]any, keys []key)
	cover = func(where string, of map[string]any, keys []key) {
		properties, _ := of["properties"].(map[string]any)
		if len(properties) != len(keys) {
			t.Errorf("%s has %d properties for %d keys", where, len(properties), len(keys))
		}
		for _, k := range keys {
			p, _ := properties[k.name].(map[string]any)
			if p == nil || p["description"] != k.doc || k.doc == "" {
				t.Errorf("%s lacks %s with its description", where, k.name)
			}
			if g, ok := k.shape.(group); ok {
				if shapes, ok := p["anyOf"].([]any); ok {
					p = shapes[1].(map[string]any)
				}
				cover(where+"."+k.name, p, g.keys)
			}
		}
	}
	cover("the schema", schema, keys())
}

// TestSchemaAgrees judges files by the schema: it accepts what the loader accepts, and refuses wrong words and numbers
// where it can see them.
func TestSchemaAgrees(t *testing.T) {
	schema := decodeSchema(t, small())
	for _, name := range []string{"good", "expect"} {
		data, err := os.ReadFile("testdata/" + name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split(string(data), "load\n")[1:] {
			text, _, _ := strings.Cut(part, "----")
			if _, err := small().Load("f", []byte(text)); err != nil {
				continue
			}
			n, _ := input.Parse("f", []byte(text), asScenario)
			if why := invalid(schema, plain(n)); why != "" {
				t.Errorf("the loader accepts what the schema refuses: %s\n%s", why, text)
			}
		}
	}
	for _, bad := range []string{
		"fabric: star", "schema: collsim.scenario/v2", "schema: collsim.scenario/v1\nbyte: 1 KiB", "schema: collsim.scenario/v1\nbytes: 1",
		"schema: collsim.scenario/v1\nbytes: 1 kib", "schema: collsim.scenario/v1\nfabric: {nodes: 0}", "schema: collsim.scenario/v1\nlibrary: mpii",
		"schema: collsim.scenario/v1\nset: {nic.rat: 1 GB/s}", "schema: collsim.scenario/v1\nset: {nic.rate: 1 GB}",
		"schema: collsim.scenario/v1\nranks: {three: {start: 1 ms}}", "schema: collsim.scenario/v1\nvariants: {a: {name: x}}",
		"schema: collsim.scenario/v1\nexpect: {total: {abov: 1 us}}", "schema: collsim.scenario/v1\nexpect: {a: {totl: 1 us}}",
	} {
		n, _ := input.Parse("f", []byte(bad), asScenario)
		if invalid(schema, plain(n)) == "" {
			t.Errorf("the schema accepts\n%s", bad)
		}
		if _, err := small().Load("f", []byte(bad)); err == nil {
			t.Errorf("the loader accepts\n%s", bad)
		}
	}
}

// TestLibrary loads every scenario that is built in, without a warning, and judges it by the schema.
func TestLibrary(t *testing.T) {
	schema := decodeSchema(t, Known())
	paths, err := fs.Glob(Library(), "*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatal("no library", err)
	}
	for _, path := range paths {
		data, err := fs.ReadFile(Library(), path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Load(path, data)
		if err != nil {
			t.Error(err)
			continue
		}
		if len(f.Warnings) > 0 {
			t.Error(f.Warnings)
		}
		if f.Name+".yaml" != path || f.Try == "" || len(f.Claims) == 0 || f.Scenarios[0].Description == "" || len(f.expectations) == 0 {
			t.Errorf("%s lacks one of name (that of the file), description, claim, try, expect", path)
		}
		n, _ := input.Parse(path, data, asScenario)
		if why := invalid(schema, plain(n)); why != "" {
			t.Errorf("%s: %s", path, why)
		}
	}
}

// plain is a tree as JSON would hold it.
func plain(n *node) any {
	switch n.Form {
	case mapping:
		m := map[string]any{}
		for _, f := range n.Fields {
			m[f.Name] = plain(f.Value)
		}
		return m
	case list:
		items := []any{}
		for _, item := range n.Items {
			items = append(items, plain(item))
		}
		return items
	case empty:
		return nil
	}
	if number, err := strconv.ParseFloat(n.Text, 64); err == nil {
		return number
	}
	return n.Text
}

// invalid says why a value does not fit a schema; "" = it fits. It knows the words that Schema uses and no other.
func invalid(schema map[string]any, v any) string {
	for word, rule := range schema {
		switch word {
		case "$schema", "title", "description", "uniqueItems", "patternProperties", "additionalProperties":
		case "const":
			if v != rule {
				return word
			}
		case "enum":
			if !slices.Contains(rule.([]any), v) {
				return word
			}
		case "type":
			if !hasType(rule, v) {
				return word
			}
		case "minimum":
			if n, ok := v.(float64); ok && n < rule.(float64) {
				return word
			}
		case "maximum":
			if n, ok := v.(float64); ok && n > rule.(float64) {
				return word
			}
		case "pattern":
			if s, ok := v.(string); ok && !regexp.MustCompile(rule.(string)).MatchString(s) {
				return word + " " + s
			}
		case "items":
			items, _ := v.([]any)
			for _, item := range items {
				if why := invalid(rule.(map[string]any), item); why != "" {
					return why
				}
			}
		case "anyOf":
			var why []string
			for _, s := range rule.([]any) {
				why = append(why, invalid(s.(map[string]any), v))
			}
			if !slices.Contains(why, "") {
				return "none of: " + strings.Join(why, "; ")
			}
		case "required":
			for _, name := range rule.([]any) {
				if _, ok := v.(map[string]any)[name.(string)]; !ok {
					return "lacks " + name.(string)
				}
			}
		case "minItems":
			if items, ok := v.([]any); ok && float64(len(items)) < rule.(float64) {
				return word
			}
		case "maxItems":
			if items, ok := v.([]any); ok && float64(len(items)) > rule.(float64) {
				return word
			}
		case "minProperties":
			if m, ok := v.(map[string]any); ok && float64(len(m)) < rule.(float64) {
				return word
			}
		case "properties":
			if why := invalidFields(schema, v); why != "" {
				return why
			}
		default:
			panic("a word that the test does not know: " + word)
		}
	}
	if _, ok := schema["properties"]; !ok && schema["patternProperties"] != nil {
		return invalidFields(schema, v)
	}
	return ""
}

func hasType(rule, v any) bool {
	names, ok := rule.([]any)
	if !ok {
		names = []any{rule}
	}
	n, number := v.(float64)
	var has []any
	switch v.(type) {
	case nil:
		has = []any{"null"}
	case string:
		has = []any{"string"}
	case []any:
		has = []any{"array"}
	case map[string]any:
		has = []any{"object"}
	}
	if number {
		has = []any{"number"}
		if n == float64(int64(n)) {
			has = append(has, "integer")
		}
	}
	return slices.ContainsFunc(names, func(name any) bool { return slices.Contains(has, name) })
}

func invalidFields(schema map[string]any, v any) string {
	m, ok := v.(map[string]any)
	if !ok {
		return ""
	}
	properties, _ := schema["properties"].(map[string]any)
	patterns, _ := schema["patternProperties"].(map[string]any)
	for name, value := range m {
		of, known := properties[name]
		for pattern, p := range patterns {
			if !known && regexp.MustCompile(pattern).MatchString(name) {
				of, known = p, true
			}
		}
		if !known {
			if of = schema["additionalProperties"]; of == false {
				return "unknown " + name
			}
		}
		if s, ok := of.(map[string]any); ok {
			if why := invalid(s, value); why != "" {
				return name + ": " + why
			}
		}
	}
	return ""
}
