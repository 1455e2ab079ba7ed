/** Names that mean something only inside a network; a name without a dot is one, too. */
const privateNames = /(^|\.)(localhost|local|internal|lan|home|home\.arpa)$/

/** Addresses inside somebody's network, as they may be written in a URL. The connection is checked again when it is made. */
function isPrivateHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return isPrivateIpv6(hostname.slice(1, -1))
  // A dot at the end names the same host.
  const host = hostname.replace(/\.$/, '')
  const parts = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(host)
  if (parts) return isPrivateIpv4(parts.slice(1).map(Number))
  return !host.includes('.') || privateNames.test(host)
}

function isPrivateIpv4([a = 0, b = 0, c = 0]: number[]): boolean {
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    a >= 224 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 168) ||
    (a === 192 && b === 0 && (c === 0 || c === 2)) ||
    (a === 198 && (b === 18 || b === 19)) ||
    (a === 198 && b === 51 && c === 100) ||
    (a === 203 && b === 0 && c === 113)
  )
}

/** Public is 2000::/3 alone, less what stands for documentation (2001:db8) or carries an IPv4 address (2001:0, 2002). */
function isPrivateIpv6(host: string): boolean {
  const [first = 0, second = 0] = host.split(':').map((group) => Number.parseInt(group || '0', 16))
  return (
    first < 0x2000 || first > 0x3fff || first === 0x2002 || (first === 0x2001 && (second === 0 || second === 0xdb8))
  )
}

/**
 * What is wrong with an address that the service is to fetch (§4.1, §4.8, §4.14): public HTTPS, no credentials, no
 * fragment, no port of its own. The clause follows "… address"; null where nothing is wrong. The text goes out as it
 * stands, so what a lenient reader would mend (spaces, missing slashes) is wrong.
 * @param ownOrigin origin of a configured loopback service, whose own addresses count as public
 */
export function addressProblem(text: string, ownOrigin: string | null): string | null {
  const url = /[\s\p{Cc}\\]/u.test(text) ? null : URL.parse(text)
  if (url === null) return 'cannot be read. Give a public address that begins with https://.'
  const isOwn = isOwnAddress(url, ownOrigin)
  if (!isOwn && url.protocol !== 'https:') return 'must begin with https:// and be public.'
  if (!/^https?:\/\/[^/]/i.test(text)) return 'cannot be read. Give a public address that begins with https://.'
  if (url.username !== '' || url.password !== '') return 'holds a name or password. Give one without.'
  if (text.includes('#')) return 'goes on after a “#”. Give it without.'
  if (isOwn) return null
  if (url.port !== '') return 'names a port of its own. The service takes only the usual one.'
  if (isPrivateHost(url.hostname))
    return 'leads into a private network, where the service cannot reach it. Give a public one.'
  return null
}

const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

export const isLoopbackName = (hostname: string): boolean => loopbackNames.has(hostname)

/**
 * Whether an address is one of the configured loopback service itself. This computer has several names, and a service
 * named by one may call itself by another; the port tells which service it is.
 * @param ownOrigin null where the service is not on loopback
 */
export function isOwnAddress(url: URL, ownOrigin: string | null): boolean {
  const own = ownOrigin === null ? null : URL.parse(ownOrigin)
  if (own === null) return false
  if (url.origin === own.origin) return true
  const areLoopback = isLoopbackName(url.hostname) && isLoopbackName(own.hostname)
  return areLoopback && url.protocol === own.protocol && url.port === own.port
}

/** Whether a text names an address rather than a file: it begins with a scheme. */
export const isAddress = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
