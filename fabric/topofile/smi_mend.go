package topofile

import "collsim/sim/input"

// mend fills cells that are damaged from the other half of the matrix. Where the halves contradict each other the file
// is refused.
func (m *smi) mend() {
	for a := range m.cells {
		for b := range m.cells {
			here, there := &m.cells[a][b], m.cells[b][a]
			place := m.cellAt(a, b)
			switch {
			case a == b:
				if here.class != self && here.class != unread {
					m.problem(place.Line, place.Column, m.names[a]+" to itself is not X", here.String(), "X")
				}
				here.class = self
			case here.class == self:
				m.problem(place.Line, place.Column, m.names[a]+" to "+m.names[b]+" is X", "X", "X on the diagonal only")
			case here.class == unread && there.class == unread:
				m.problem(place.Line, place.Column, "no readable cell says how "+m.names[a]+" reaches "+m.names[b], "", "one of X, NV#, PIX, PXB, PHB, NODE, SYS")
			case here.class == unread:
				*here = there
			case there.class != unread && *here != there && a < b:
				m.problem(place.Line, place.Column, m.names[a]+" to "+m.names[b]+" is "+here.String()+", but back it is "+there.String(), "", "a matrix that is the same both ways")
			}
		}
	}
}

// cellAt is where a cell stands, or else its row.
func (m *smi) cellAt(a, b int) input.Where {
	at := m.rows[a]
	if column := m.columns[a][b]; column > 0 {
		at.Column = column
	}
	return at
}
