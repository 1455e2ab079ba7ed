/** Letters, digits, dots and hyphens: nothing that a terminal would understand, for people copy it into one. */
const name = /^(?=.{1,253}$)[a-z\d_][a-z\d_-]{0,62}(\.[a-z\d_][a-z\d_-]{0,62})*$/
const ipv6 = /^[\da-f.]*:[\da-f:.]*$/

/**
 * A host as it is compared: lower case, without the brackets of an address and the dot at its end.
 * @param hostname as a URL has it
 * @returns null where no host is called so
 */
export function hostOf(hostname: string): string | null {
  const host = hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
  return name.test(host) || ipv6.test(host) ? host : null
}

/** Names that a cloud answers with a machine's keys, also where a look-up finds none of them here. */
const keyHosts: ReadonlySet<string> = new Set([
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
  'metadata.tencentyun.com',
])

/**
 * Whether a name is this computer by itself (RFC 6761: every name under localhost) or one that a cloud keeps its keys at,
 * whatever a look-up says of it.
 * @param host as `hostOf` has it
 */
export const isNeverHost = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || keyHosts.has(host)

/**
 * A host as a person writes it: a name, or an IP address of either family.
 * @returns the host as it is compared, or a sentence
 */
export function readHost(text: string): { host: string } | { problem: string } {
  const typed = text.trim()
  const bare = typed.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  // As an address has it: 10.1 is a way to write 10.0.0.1, and a name beyond ASCII has one spelling.
  const url = ipv6.test(bare) ? URL.parse(`https://[${bare}]`) : parsed(typed)
  const host = url === null ? null : hostOf(url.hostname)
  if (host !== null) return { host }
  const meant = /^[a-z]+:\/\//i.test(typed) ? hostOf(URL.parse(typed)?.hostname ?? '') : null
  const hint = meant === null ? 'Give it like files.example.lan or 10.0.0.5' : `Give ${meant} alone`
  return { problem: `This is not the name of a host. ${hint}: no https://, no port, no path. Nothing was changed.` }
}

const parsed = (typed: string): URL | null => (/[\s/?#@\\:[\]]/.test(typed) ? null : URL.parse(`https://${typed}`))
