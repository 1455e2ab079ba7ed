import { BlockList, isIP } from 'node:net'

// A list for each family: one list of both matches every IPv4 address against the mapped range of IPv6 as well.
const inner = { ipv4: new BlockList(), ipv6: new BlockList() }

for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  inner.ipv4.addSubnet(network, prefix, 'ipv4')
  // What is mapped or translated is as public as the IPv4 address in its last 32 bits: where a network translates
  // (DNS64), every host that has IPv4 alone is known by such an address too.
  for (const holder of ['::ffff:', '64:ff9b::']) inner.ipv6.addSubnet(`${holder}${network}`, 96 + prefix, 'ipv6')
}
for (const [network, prefix] of [
  // With ::1 and what holds an IPv4 address in itself: compatible, translated within one network, tunnelled.
  ['::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  inner.ipv6.addSubnet(network, prefix, 'ipv6')

/** Whether an IP address, of either family, leads into somebody's own network or nowhere, and not to the public one. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  return inner[family].check(address, family)
}
