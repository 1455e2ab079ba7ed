import { BlockList, isIP } from 'node:net'

const notPublic = new BlockList()
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
  notPublic.addSubnet(net, bits, 'ipv4')
}
notPublic.addSubnet('::', 8, 'ipv6')
notPublic.addSubnet('fc00::', 7, 'ipv6')
notPublic.addSubnet('fe80::', 10, 'ipv6')
notPublic.addSubnet('ff00::', 8, 'ipv6')

export function isPublicIp(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return false
  return !notPublic.check(address, family === 4 ? 'ipv4' : 'ipv6')
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
