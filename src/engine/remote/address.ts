import { isLoopbackName } from '../../domain/form/address.ts'

/** The word that stands for the practice service in receipts, whatever its port (design.md, "Practice service"). */
export const practiceOrigin = 'practice'

export const isLoopback = (url: URL): boolean => isLoopbackName(url.hostname)

/**
 * Reads a service's address: https, or plain http on loopback (design.md, "The terminal"). No credentials, no query.
 * @returns the base without a trailing slash, and the origin it stands under; or a sentence about what is wrong
 */
export function readServiceAddress(text: string): { base: string; origin: string } | { problem: string } {
  let url: URL
  try {
    url = new URL(text.trim())
  } catch {
    return {
      problem:
        'This is not an address. It begins with https:// and names the service, as the service’s own pages give it.',
    }
  }
  if (url.username !== '' || url.password !== '')
    return { problem: 'The address holds a name or password. Give it without; the key is entered by itself.' }
  if (url.search !== '' || url.hash !== '')
    return { problem: 'The address goes on after a “?” or “#”. Give only the part before it.' }
  const plainLoopback = url.protocol === 'http:' && isLoopback(url)
  if (url.protocol !== 'https:' && !plainLoopback)
    return { problem: 'The address must begin with https://, so that the key cannot be read on the way.' }
  // Not the whole address: a bare “?” or “#” at its end would swallow every path.
  const base = (url.origin + url.pathname).replace(/\/+$/, '')
  return { base, origin: base }
}
