import { BlockList, isIP } from 'node:net'

// A list for each family: one list of both matches every IPv4 address against the mapped range of IPv6 as well.
const notPublic = { ipv4: new BlockList(), ipv6: new BlockList() }
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  notPublic.ipv4.addSubnet(net, bits, 'ipv4')
}
for (const [net, bits] of [
  ['::', 8],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  notPublic.ipv6.addSubnet(net, bits, 'ipv6')
}

export function isPublicIp(address: string): boolean {
  if (isIP(address) === 0) return false
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
  return !notPublic[family].check(address, family)
}

/** By its looks only: a name of the public internet, or a public IP number. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return isPublicIp(host)
  return host.includes('.') && !/(^|\.)(localhost|local|internal|lan|home|arpa)\.?$/.test(host)
}

export function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}
