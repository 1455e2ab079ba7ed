// The app's own schemes and how Chromium sees them. Only Electron can teach Chromium a scheme to navigate to, so
// a document of `printroom://app/…` is shown as `http://app.printroom.localhost/…`, a secure context of the same
// borders: one origin for each host. Nothing listens there; every request is answered from the scheme's handler.
// Pictures keep their `printroom://` addresses. Main never sees the other form.

/** Registered or handled schemes, without the colon. */
export const schemes = new Set()

const pattern = () => [...schemes].map((scheme) => scheme.replace(/[.+]/g, '\\$&')).join('|')

/** An address as main knows it → as Chromium knows it. */
export function toPage(address) {
  if (schemes.size === 0) return address
  return address.replace(new RegExp(`^(${pattern()})://([^/?#]+)`, 'i'), 'http://$2.$1.localhost')
}

/** An address as Chromium knows it → as main knows it. */
export function toApp(address) {
  if (schemes.size === 0) return address
  return address.replace(new RegExp(`^http://([^/?#]+)\\.(${pattern()})\\.localhost(?=[/?#]|$)`, 'i'), '$2://$1')
}

export const isOurs = (appAddress) => schemes.has(appAddress.slice(0, appAddress.indexOf(':')).toLowerCase())

export function originOf(appAddress) {
  const match = /^([a-z][a-z0-9+.-]*:)\/\/([^/?#]*)/i.exec(appAddress)
  return match ? `${match[1]}//${match[2]}` : 'null'
}

/** A content security policy in which each source of an app's scheme also names what Chromium sees instead. */
export function translatePolicy(policy) {
  if (schemes.size === 0) return policy
  return policy.replace(
    new RegExp(`(?<=\\s)(${pattern()}):(?://([^\\s;/]+)([^\\s;]*))?(?=[\\s;]|$)`, 'gi'),
    (source, scheme, host, path) =>
      host ? `${source} http://${host}.${scheme}.localhost${path}` : `${source} http://*.${scheme}.localhost`,
  )
}

/** The same for a policy that stands in a document's own <meta>. */
export function translateMetaPolicies(html) {
  return html.replace(/<meta\b[^>]*content-security-policy[^>]*>/gi, (meta) =>
    meta.replace(
      /(content=)(["'])([\s\S]*?)\2/i,
      (_, name, quote, policy) => `${name}${quote}${translatePolicy(policy)}${quote}`,
    ),
  )
}
