package fabric

import (
	"errors"
	"strconv"
	"strings"
)

// PortLanes is how many virtual lanes every port has: the escape lanes of all traffic classes. A packet of a class is on
// lane class x Escapes + EscapeLanes of its route at that link, and each lane has buffers and credit of its own.
func (g *Graph) PortLanes() int { return g.Lanes * max(g.Escapes, 1) }

// Weight is how many full packets a traffic class may send on its turn at a port while others wait: see
// collsim/fabric/packet.
func (g *Graph) Weight(class int) int {
	if g.Weights == nil {
		return 1
	}
	return g.Weights[class]
}

// mostClasses is how many classes there can be: priorities of IEEE 802.1Q, and half of what InfiniBand has.
const mostClasses, mostWeight = 8, 255

func classes() []Parameter {
	return []Parameter{
		{Name: "lanes.weights", Quantity: WeightsQuantity,
			Doc: "Traffic classes, class 0 first, by how many full packets each may send on its turn at a port while others wait. " +
				"Each class has its own buffers and credit at every port.",
			Defaults: everywhere(Value{Quantity: WeightsQuantity, Word: "1"}, choice+": one class, as InfiniBand's service level 0 that all use", "as configured")},
	}
}

const notWeights = "is no list of weights; valid: 1 to 8 whole numbers from 1 to 255 with commas between, such as 4,2,1"

func readWeights(text string) (Value, error) {
	numbers := strings.Split(text, ",")
	for i, word := range numbers {
		n, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || n < 1 || n > mostWeight || len(numbers) > mostClasses {
			return Value{}, errors.New(strconv.Quote(text) + " " + notWeights)
		}
		numbers[i] = strconv.Itoa(n)
	}
	return Value{Quantity: WeightsQuantity, Word: strings.Join(numbers, ",")}, nil
}

// weigh sets up the traffic classes.
func (g *Graph) weigh(weights string) {
	for _, word := range strings.Split(weights, ",") {
		n, _ := strconv.Atoi(word)
		g.Weights = append(g.Weights, n)
	}
	g.Lanes = len(g.Weights)
}
