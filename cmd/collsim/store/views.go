//go:build !js && !nostore

package store

import (
	"fmt"
	"slices"
	"strings"

	"collsim/scenarios/sweep"
	"collsim/sim/ledger"
)

// contestant are the paths whose values compete; all others are what they compete under.
var contestant = []string{"algorithm", "variant"}

// views are questions that most people have, ready to be asked: SELECT * FROM winners.
func views(t *Table, p *sweep.Plan) []string {
	var axes, competing []string
	for _, a := range t.Axes {
		for _, c := range a.columns() {
			if competes(p, a.Path) {
				competing = append(competing, quoted(c.Name))
			} else {
				axes = append(axes, quoted(c.Name))
			}
		}
	}
	about := strings.Join(append(append([]string{"point"}, competing...), axes...), ", ") + ", collective, algorithm, nodes, ranks, bytes"
	return []string{
		answers(t),
		winners(axes, competing),
		breakdown(about),
		fmt.Sprintf(`CREATE VIEW busbw AS SELECT %s, algbw_bytes_per_s, busbw_bytes_per_s, total_ps, bound_ps,
	round(100.0 * bound_ps / nullif(total_ps, 0), 2) AS bound_percent FROM answers WHERE error IS NULL`, about),
		fmt.Sprintf(`CREATE VIEW slowest AS SELECT %s, total_ps, round(1.0 * total_ps / nullif(bound_ps, 0), 2) AS times_bound
	FROM answers WHERE error IS NULL ORDER BY total_ps DESC, point`, about),
		`CREATE VIEW failures AS SELECT point, error, settings FROM points WHERE error IS NOT NULL`,
	}
}

// competes tells whether the values of a path compete, which they do with all that changes together with them.
func competes(p *sweep.Plan, path string) bool {
	for _, a := range p.Axes {
		if slices.Contains(a.Paths, path) {
			return slices.ContainsFunc(a.Paths, func(beside string) bool { return slices.Contains(contestant, beside) })
		}
	}
	return slices.Contains(contestant, path)
}

// answers is a line a point, with everything.
func answers(t *Table) string {
	last := len(t.Columns) - len(figures)
	var columns []string
	for i, c := range t.Columns {
		of := "p."
		if i >= last {
			of = "r."
		}
		columns = append(columns, of+quoted(c.Name))
	}
	return "CREATE VIEW answers AS SELECT " + strings.Join(columns, ", ") + " FROM points p LEFT JOIN results r ON r.id = p.id AND p.answered"
}

// winners is the fastest of those that compete under the same conditions, and how much longer the second takes.
func winners(axes, competing []string) string {
	conditions := strings.Join(append([]string{"collective", "nodes", "ranks", "bytes"}, axes...), ", ")
	who := strings.Join(append([]string{"algorithm"}, competing...), ", ")
	return fmt.Sprintf(`CREATE VIEW winners AS
SELECT %[1]s, %[2]s, total_ps, second, second_ps, round(100.0 * (second_ps - total_ps) / nullif(total_ps, 0), 2) AS second_longer_percent FROM (
	SELECT %[1]s, %[2]s, total_ps, lead(algorithm) OVER w AS second, lead(total_ps) OVER w AS second_ps, row_number() OVER w AS place
	FROM answers WHERE error IS NULL WINDOW w AS (PARTITION BY %[1]s ORDER BY total_ps, point))
WHERE place = 1 ORDER BY %[1]s`, conditions, who)
}

// breakdown is a line a point and component that took time.
func breakdown(about string) string {
	var parts []string
	for c := range ledger.Components {
		parts = append(parts, fmt.Sprintf("SELECT %[1]s, '%[2]v' AS component, %[3]d AS place, %[4]s AS ps, total_ps FROM answers WHERE error IS NULL",
			about, c, c, quoted(c.String()+"_ps")))
	}
	return fmt.Sprintf(`CREATE VIEW breakdown AS
SELECT %s, component, ps, total_ps, round(100.0 * ps / nullif(total_ps, 0), 2) AS percent FROM (
%s) WHERE ps <> 0 ORDER BY point, place`, about, strings.Join(parts, " UNION ALL\n"))
}
