package host

var _ = registerLibrary(Library{
	Name: "raw",
	Doc: "No software at all: a message enters the wire the instant its data is there. " +
		"What remains is physics, queueing and the rounds of the algorithm.",
	priors: machine(),
})
