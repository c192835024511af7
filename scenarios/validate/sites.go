package validate

import "math"

// Sites is what sites that were left out tell of a parameter: how far theirs is from that of their class.
type Sites struct {
	Parameter string
	Count     int     // of sites that told anything
	Factor    float64 // by which they differ in eight of ten cases, were they normal
	Stated    float64 // by which the numbers of the parameter say that they differ, at most
}

// SitesOf sums up what calibrations moved, by parameter in the order of the numbers.
func SitesOf(numbers []Number, all []*Left) []Sites {
	var sites []Sites
	at := map[string]int{}
	for j := range numbers {
		name := numbers[j].Parameter.Name
		if _, ok := at[name]; !ok {
			at[name] = len(sites)
			sites = append(sites, Sites{Parameter: name})
		}
		s := &sites[at[name]]
		s.Stated = max(s.Stated, numbers[j].Site)
	}
	squares := make([]float64, len(sites))
	for _, l := range all {
		for _, m := range l.Moved {
			i := at[m.Parameter]
			sites[i].Count++
			squares[i] += m.By * m.By
		}
	}
	told := sites[:0]
	for i, s := range sites {
		if s.Count > 0 {
			s.Factor = math.Exp(eightOfTen * math.Sqrt(squares[i]/float64(s.Count)))
			told = append(told, s)
		}
	}
	return told
}
