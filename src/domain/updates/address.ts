import { isLoopbackName } from '../form/address.ts'

/** Whether something about updates may be fetched from there: https, or plain http on this computer. */
export const isUpdateUrl = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackName(url.hostname))

/**
 * Reads the address of a folder with updates. Whoever answers there learns who asks, and could hold versions back, so that
 * nothing but https will do.
 * @returns the address without a slash at its end; or a sentence about what is wrong
 */
export function readUpdateAddress(text: string): { address: string } | { problem: string } {
  const trimmed = text.trim()
  const url = /[\s\p{Cc}\\]/u.test(trimmed) ? null : URL.parse(trimmed)
  if (url === null || !/^https?:\/\/[^/]/i.test(trimmed))
    return { problem: 'Write the whole address, beginning with https://. Nothing was changed.' }
  if (!isUpdateUrl(url))
    return {
      problem:
        'The address must begin with https://, so that nobody can put another program in its way. Nothing was changed.',
    }
  if (url.username !== '' || url.password !== '')
    return { problem: 'The address holds a name or password. Give it without. Nothing was changed.' }
  if (/[?#]/.test(trimmed))
    return { problem: 'The address goes on after a “?” or “#”. Give only the part before it. Nothing was changed.' }
  return { address: (url.origin + url.pathname).replace(/\/+$/, '') }
}
