// Ring all-reduce with SimGrid S4U: 2(N-1) rounds over N hosts on a star, two links a message.
//
//   simgrid_ring RANKS BYTES
//
// Each rank is an actor with a mailbox. In each round it sends BYTES/RANKS to its right neighbour with put_async,
// receives from its left neighbour, and waits for its own message to be sent. Prints one line: messages, simulated
// picoseconds.
//
// Factors that SimGrid's default model (LV08) puts on latency and bandwidth are off, because the program that it is
// compared with has none: model CM02 without cross traffic and without a TCP window, times to the picosecond.

#include <simgrid/s4u.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace sg4 = simgrid::s4u;

// The figures of preset star: 50 GB/s, a cable of 100 ns on either side of a switch of 200 ns.
static const double rate = 50e9;
static const double up_latency = 300e-9;
static const double down_latency = 100e-9;

static long messages = 0;

static void rank(int index, int ranks, uint64_t chunk, const std::vector<sg4::Mailbox*>& mailboxes)
{
  sg4::Mailbox* mine = mailboxes[index];
  sg4::Mailbox* right = mailboxes[(index + 1) % ranks];
  static int payload;
  for (int round = 0; round < 2 * (ranks - 1); round++) {
    sg4::CommPtr sent = right->put_async(&payload, chunk);
    mine->get<int>();
    sent->wait();
    messages++;
  }
}

int main(int argc, char** argv)
{
  std::vector<char*> args(argv, argv + argc);
  for (const char* option : {"--cfg=network/model:CM02", "--cfg=network/crosstraffic:0", "--cfg=network/TCP-gamma:0",
                             "--cfg=surf/precision:1e-12", "--cfg=contexts/stack-size:64", "--log=root.thresh:error"})
    args.push_back(const_cast<char*>(option));
  int count = static_cast<int>(args.size());
  args.push_back(nullptr);
  sg4::Engine engine(&count, args.data());
  if (count != 3) {
    std::fprintf(stderr, "simgrid_ring RANKS BYTES\n");
    return 2;
  }
  const int ranks = std::atoi(args[1]);
  const uint64_t bytes = std::strtoull(args[2], nullptr, 10);
  if (ranks < 2 || bytes % ranks != 0) {
    std::fprintf(stderr, "simgrid_ring: at least 2 ranks, and bytes that divide evenly among them\n");
    return 2;
  }

  sg4::NetZone* star = sg4::create_star_zone("star");
  std::vector<sg4::Host*> hosts;
  std::vector<sg4::Mailbox*> mailboxes;
  for (int i = 0; i < ranks; i++) {
    const std::string name = std::to_string(i);
    sg4::Host* host = star->create_host("host" + name, 1e9)->seal();
    sg4::Link* up = star->create_link("up" + name, rate)->set_latency(up_latency)->seal();
    sg4::Link* down = star->create_link("down" + name, rate)->set_latency(down_latency)->seal();
    star->add_route(host->get_netpoint(), nullptr, nullptr, nullptr, {sg4::LinkInRoute(up)}, false);
    star->add_route(nullptr, host->get_netpoint(), nullptr, nullptr, {sg4::LinkInRoute(down)}, false);
    hosts.push_back(host);
    mailboxes.push_back(sg4::Mailbox::by_name("rank" + name));
  }
  star->seal();
  for (int i = 0; i < ranks; i++)
    sg4::Actor::create("rank", hosts[i], [=, &mailboxes] { rank(i, ranks, bytes / ranks, mailboxes); });
  engine.run();
  std::printf("messages %ld picoseconds %.0f\n", messages, sg4::Engine::get_clock() * 1e12);
  return 0;
}
