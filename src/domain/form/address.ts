const privateNames = /^(localhost|.*\.localhost|.*\.local|.*\.internal|.*\.lan|.*\.home\.arpa)$/i

/** Addresses inside somebody's network, as they may be written in a URL. The connection is checked again when it is made. */
function isPrivateHost(host: string): boolean {
  if (privateNames.test(host)) return true
  if (host.startsWith('[')) return /^\[(::1?|::ffff:.*|f[cd].*|fe[89ab].*|ff.*|64:ff9b:.*)\]$/i.test(host)
  const parts = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(host)
  if (!parts) return false
  const [a = 0, b = 0] = parts.slice(1).map(Number)
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    a >= 224 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 168) ||
    (a === 198 && (b === 18 || b === 19))
  )
}

/**
 * What is wrong with an address that the service is to fetch (§4.1, §4.8, §4.14): public HTTPS, no credentials, no
 * fragment, no port of its own. The clause follows "… address"; null where nothing is wrong.
 * @param ownOrigin origin of a configured loopback service, whose own addresses count as public
 */
export function addressProblem(text: string, ownOrigin: string | null): string | null {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return 'cannot be read. Give a public address that begins with https://.'
  }
  if (ownOrigin !== null && url.origin === ownOrigin) return null
  if (url.protocol !== 'https:') return 'must begin with https:// and be public.'
  if (url.username !== '' || url.password !== '') return 'holds a name or password. Give one without.'
  if (url.hash !== '') return 'goes on after a “#”. Give it without.'
  if (url.port !== '') return 'names a port of its own. The service takes only the usual one.'
  if (isPrivateHost(url.hostname))
    return 'leads into a private network, where the service cannot reach it. Give a public one.'
  return null
}
