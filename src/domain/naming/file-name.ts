/** A stem in UTF-16 units, where nobody says otherwise. */
export const longestStem = 48
/** Longest file name in UTF-16 units that we make, extension included: leaves room under every platform's 255. */
const maxLength = 96

/** Of one name, which most file systems count in UTF-8: a sign of Chinese has three. */
export const mostNameBytes = 255
const utf8 = new TextEncoder()
export const bytesOf = (text: string): number => utf8.encode(text).length

const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/i

/**
 * A word for a file name out of any text: NFC, no separators, control or reserved characters, no leading or trailing
 * dots and spaces, never one of Windows' reserved names, at most `length` UTF-16 units and `bytes` of UTF-8, never empty.
 */
export function safeName(text: string, length = longestStem, bytes = mostNameBytes): string {
  const cleaned = text
    .normalize('NFC')
    // Control and format characters, lone surrogates, and what one platform or another forbids.
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, ' ')
    .replace(/[\\/:*?"<>|]/g, ' ')
    .trim()
    .replace(/[\s-]+/g, '-')
    .replace(/^[.,;-]+|[.,;-]+$/g, '')
  const cut = cutAt(cleaned, Math.min(length, maxLength), bytes).replace(/[.,;-]+$/g, '')
  if (cut === '') return 'picture'
  const stem = cut.split('.')[0] ?? cut
  return reserved.test(stem) ? `_${cut}` : cut
}

/** Cuts between characters, never inside one. */
function cutAt(text: string, length: number, bytes: number): string {
  let cut = ''
  let left = bytes
  for (const character of text) {
    left -= bytesOf(character)
    if (cut.length + character.length > length || left < 0) break
    cut += character
  }
  return cut
}

/** How a result may be called in the library: by what it is, numbered from the second of that name on. */
export interface ResultNames {
  /** @param n from 1 */
  numbered: (n: number) => string
  /** With its request's first characters: no result of another request has it. */
  own: string
}

/** @param place among `of` results of its request, counted from 0 */
export function resultNames(title: string, requestId: string, place: number, of: number, ending: string): ResultNames {
  const stem = safeName(title)
  const end = `${of > 1 ? `_${String(place + 1).padStart(2, '0')}` : ''}${ending}`
  return {
    numbered: (n) => `${stem}${n > 1 ? `-${n}` : ''}${end}`,
    own: `${stem}-${requestId.slice(0, 8)}${end}`,
  }
}

/** `{source}-{skill}` for copies of results beside other files; `n` ≥ 2 where that name is taken. */
export function copyName(sourceName: string, suffix: string, extension: string, n = 1): string {
  const stem = sourceName.replace(/\.[^.]*$/, '')
  const counter = n > 1 ? `-${n}` : ''
  return `${safeName(stem)}-${safeName(suffix)}${counter}.${extension}`
}
