import type { Json } from '../json.ts'

const picturePath = /^(?:file:|~?[\\/]|\.{1,2}[\\/]|[a-z]:[\\/]).*\.(?:jpe?g|png|webp|gif|avif|hei[cf]|tiff?|bmp)$/i

/** A picture's path where an address belongs: the service could not open it, and might take it for a text and be paid for it. */
export const isLocalFile = (value: Json | undefined): boolean =>
  Array.isArray(value) ? value.some(isLocalFile) : typeof value === 'string' && picturePath.test(value.trim())

export const localFileWords = (field: string): string =>
  `${field} names a file on this computer, which the service cannot open. Give the file itself (in the terminal with @ before its name), or an address.`
