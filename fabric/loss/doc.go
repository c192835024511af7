// Package loss makes any [fabric.Net] lose packets, and its senders notice and send again.
//
// [Net] stands between whoever sends and the Net that moves the bytes. Each packet of a message is lost on each link of
// its route as [fabric.Link] says: by chance, or because it does not fit the link's MTU. Switches may drop packets as
// well, which the Net inside reports ([fabric.DropSink]). When a packet is lost, the sender waits
// for the time-out of [fabric.Retry], counted from the instant at which the attempt's last byte arrives, and sends the
// message again from that packet on (go-back), or all of it ([WholeMessage]). Messages of one flow (a path and a lane)
// are handed over in the order in which they were sent: one that is there before another that is still being sent again
// is held back.
//
// The first attempt's [fabric.Transit] stays as it was. Time-outs, further attempts, and being held back are its
// Retransmit, so that the fields still sum to the latency.
//
// # Units
//
// Times are integer picoseconds, sizes bytes, probabilities parts per billion.
//
// # Draws
//
// A draw is keyed by seed, replicate, route, the message's number in its flow, attempt, link and packet. Nothing else
// moves it: not the order of events, nor what other flows do.
//
// # Ties
//
// Messages that are sent again in one instant enter the network after all that are sent for the first time in that
// round of the instant, ordered by route, lane and number in the flow.
//
// # Errors
//
// A packet that is lost more than Retry.Limit times in a row ends its message: Settled reports a [*fabric.GaveUp].
package loss
