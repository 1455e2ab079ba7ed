import { BlockList, isIP } from 'node:net'

/** `inside`: in somebody's own network, where a person may know a host. `never`: this computer, or no host of anybody. */
export type Reach = 'public' | 'inside' | 'never'

// A list for each family: one list of both matches every IPv4 address against the mapped range of IPv6 as well.
const lists = () => ({ ipv4: new BlockList(), ipv6: new BlockList() })
const never = lists()
const inside = lists()

for (const [list, networks] of [
  [
    never,
    [
      ['0.0.0.0', 8],
      // What clouds tell a machine's keys by, in a range that is a network's own otherwise.
      ['100.100.100.200', 32],
      ['127.0.0.0', 8],
      ['169.254.0.0', 16],
      ['192.0.0.0', 24],
      ['224.0.0.0', 4],
      ['240.0.0.0', 4],
    ],
  ],
  [
    inside,
    [
      ['10.0.0.0', 8],
      ['100.64.0.0', 10],
      ['172.16.0.0', 12],
      ['192.168.0.0', 16],
      ['198.18.0.0', 15],
    ],
  ],
] as const)
  for (const [network, prefix] of networks) {
    list.ipv4.addSubnet(network, prefix, 'ipv4')
    // What is mapped or translated is as public as the IPv4 address in its last 32 bits: where a network translates
    // (DNS64), every host that has IPv4 alone is known by such an address too.
    for (const holder of ['::ffff:', '64:ff9b::']) list.ipv6.addSubnet(`${holder}${network}`, 96 + prefix, 'ipv6')
  }
for (const [network, prefix] of [
  // With ::1 and what holds an IPv4 address in itself: compatible, translated within one network, tunnelled.
  ['::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['fd00:ec2::254', 128],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  never.ipv6.addSubnet(network, prefix, 'ipv6')
inside.ipv6.addSubnet('fc00::', 7, 'ipv6')

/** Where an IP address of either family leads. */
export function reachOf(address: string): Reach {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (never[family].check(address, family)) return 'never'
  return inside[family].check(address, family) ? 'inside' : 'public'
}
