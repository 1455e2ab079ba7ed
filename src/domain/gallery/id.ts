/** An id is one word of an address: what would leave its place there (`..`, a slash) is none. */
export const isGalleryId = (text: string): boolean =>
  text.length <= 200 && /^[^\s\p{Cc}\p{Cf}\p{Co}\p{Cs}/\\?#%]+$/u.test(text) && text !== '.' && text !== '..'

/** Query fields that a link may carry an id in. */
const idFields = ['id', 'image', 'imageId', 'image_id'] as const

/**
 * The id of a curated picture in what somebody typed or pasted: the id itself, or a link. A link is read as text and
 * never followed, whatever host it names (§4.5 gives the id alone a meaning).
 * @returns null where no id can be seen
 */
export function galleryId(typed: string): string | null {
  const text = typed.trim().replace(/^<(.*)>$/, '$1')
  if (isGalleryId(text)) return text
  const found = fromQuery(text) ?? lastOfPath(text)
  return found !== null && isGalleryId(found) ? found : null
}

function fromQuery(text: string): string | null {
  const query = /\?([^#\s]*)/.exec(text)?.[1]
  if (query === undefined) return null
  const fields = new URLSearchParams(query)
  for (const field of idFields) {
    const value = fields.get(field)
    if (value !== null && isGalleryId(value)) return value
  }
  return null
}

/** `https://host/gallery/abc/?utm=1#top` → `abc`; a host alone names nothing. */
function lastOfPath(text: string): string | null {
  if (/\s/.test(text)) return null
  const path = text.replace(/[?#].*$/su, '').replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
  const [, ...parts] = path.split(/[/\\]/).filter((part) => part !== '')
  const last = parts.at(-1)
  if (last === undefined) return null
  try {
    return decodeURIComponent(last)
  } catch {
    return null
  }
}
