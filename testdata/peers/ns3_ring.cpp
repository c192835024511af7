// Ring traffic with ns-3: raw frames of 4 KiB between ranks through one switch.
//
//   ns3_ring RANKS BYTES wired|bridge
//
// Each rank sends 2(RANKS-1) messages of BYTES/RANKS to its right neighbour, the next one when all packets of the
// message from its left neighbour have come. There is no protocol above the frames; queues are finite and drop. The
// switch is one of two:
//
//   wired   point-to-point devices, and a switch of our own that is told where to send what comes in by a port: the
//           least that can be built of ns-3's parts
//   bridge  ns-3's own learning switch, BridgeNetDevice, on its cheapest devices that the switch can use,
//           SimpleNetDevice; each rank first says where it is
//
// Prints one line: packets, and simulated seconds from the first message on.

#include <ns3/bridge-module.h>
#include <ns3/core-module.h>
#include <ns3/network-module.h>
#include <ns3/point-to-point-module.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using namespace ns3;

// The figures of preset star: 50 GB/s, and 400 ns of two cables and a switch, half of them on either side.
static const char* rate = "400Gbps";
static const char* latency = "200ns";
static const uint32_t packetBytes = 4096;
static const uint32_t helloBytes = 64;
static const uint16_t protocol = 0x0800; // of those that a point-to-point device takes; nobody looks what is in it

static uint64_t packets = 0;
static uint64_t drops = 0;

static void pass(Ptr<NetDevice> device, Ptr<Packet> packet, const Address& to)
{
  if (!device->Send(packet, to, protocol))
    drops++;
}

struct Rank
{
  Ptr<NetDevice> device;
  Address right;
  uint64_t perMessage = 0; // packets
  uint64_t received = 0;   // packets
  uint64_t unsent = 0;     // messages

  void send()
  {
    if (unsent == 0)
      return;
    unsent--;
    for (uint64_t i = 0; i < perMessage; i++)
      pass(device, Create<Packet>(packetBytes), right);
  }

  bool receive(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&)
  {
    if (packet->GetSize() == helloBytes)
      return true;
    packets++;
    if (++received % perMessage == 0)
      send();
    return true;
  }
};

// Port is a port of our own switch, with the device of the port that leads to the rank on the right.
struct Port
{
  Ptr<NetDevice> device;
  Ptr<NetDevice> right;

  bool receive(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&)
  {
    pass(right, packet->Copy(), right->GetBroadcast());
    return true;
  }
};

static ObjectFactory queueOf(uint64_t length)
{
  ObjectFactory queue("ns3::DropTailQueue<Packet>");
  queue.Set("MaxSize", QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, length)));
  return queue;
}

// join puts one device on each of two nodes and a cable between them.
template <typename Device, typename Channel, typename Attach>
static NetDeviceContainer join(Ptr<Node> node, Ptr<Node> hub, uint64_t queue, Attach attach)
{
  Ptr<Channel> channel = CreateObjectWithAttributes<Channel>("Delay", StringValue(latency));
  NetDeviceContainer pair;
  for (Ptr<Node> n : {node, hub}) {
    Ptr<Device> device = CreateObjectWithAttributes<Device>("DataRate", StringValue(rate));
    device->SetQueue(queueOf(queue).Create<Queue<Packet>>());
    device->SetAddress(Mac48Address::Allocate());
    device->SetMtu(packetBytes);
    n->AddDevice(device);
    attach(device, channel);
    pair.Add(device);
  }
  return pair;
}

int main(int argc, char** argv)
{
  const std::string kind = argc == 4 ? argv[3] : "";
  const uint64_t ranks = argc == 4 ? std::strtoull(argv[1], nullptr, 10) : 0;
  const uint64_t bytes = argc == 4 ? std::strtoull(argv[2], nullptr, 10) : 0;
  const bool bridged = kind == "bridge";
  if ((!bridged && kind != "wired") || ranks < 2 || bytes == 0 || bytes % (ranks * packetBytes) != 0) {
    std::fprintf(stderr, "ns3_ring RANKS BYTES wired|bridge: at least 2 ranks, and whole packets of %u B for each\n", packetBytes);
    return 2;
  }
  Time::SetResolution(Time::PS);
  const uint64_t perMessage = bytes / ranks / packetBytes;

  Ptr<Node> hub = CreateObject<Node>();
  NetDeviceContainer outer;
  NetDeviceContainer inner;
  for (uint64_t i = 0; i < ranks; i++) {
    NetDeviceContainer pair =
      bridged ? join<SimpleNetDevice, SimpleChannel>(CreateObject<Node>(), hub, 2 * perMessage,
                                                     [](auto device, auto channel) { device->SetChannel(channel); })
              : join<PointToPointNetDevice, PointToPointChannel>(CreateObject<Node>(), hub, 2 * perMessage,
                                                                 [](auto device, auto channel) { device->Attach(channel); });
    outer.Add(pair.Get(0));
    inner.Add(pair.Get(1));
  }

  std::vector<Rank> members(ranks);
  std::vector<Port> ports(bridged ? 0 : ranks);
  for (uint64_t i = 0; i < ranks; i++) {
    members[i].device = outer.Get(i);
    members[i].right = outer.Get((i + 1) % ranks)->GetAddress();
    members[i].perMessage = perMessage;
    members[i].unsent = 2 * (ranks - 1);
    members[i].device->SetReceiveCallback(MakeCallback(&Rank::receive, &members[i]));
  }
  for (uint64_t i = 0; i < ports.size(); i++) {
    ports[i].right = inner.Get((i + 1) % ranks);
    inner.Get(i)->SetReceiveCallback(MakeCallback(&Port::receive, &ports[i]));
  }
  if (bridged) {
    BridgeHelper().Install(hub, inner);
    for (uint64_t i = 0; i < ranks; i++)
      Simulator::Schedule(MicroSeconds(i), pass, outer.Get(i), Create<Packet>(helloBytes), outer.Get(0)->GetAddress());
  }
  const Time begin = MicroSeconds(ranks + 10);
  for (Rank& r : members)
    Simulator::Schedule(begin, &Rank::send, &r);
  Simulator::Run();
  const Time end = Simulator::Now();

  const uint64_t due = 2 * (ranks - 1) * ranks * perMessage;
  if (drops != 0 || packets != due) {
    std::fprintf(stderr, "ns3_ring: %" PRIu64 " packets came of %" PRIu64 ", %" PRIu64 " were dropped\n", packets, due, drops);
    return 1;
  }
  std::printf("packets %" PRIu64 " picoseconds %" PRId64 "\n", packets, (end - begin).GetPicoSeconds());
  Simulator::Destroy();
  return 0;
}
