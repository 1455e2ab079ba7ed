import { codeOf } from '../../domain/error-code.ts'
import { isDiskAway } from '../platform/file-codes.ts'

export const silentWords = 'The disk of that folder does not answer.'

/** The disk's "no" to a copy, as a sentence; null for any other error. */
export function diskWords(error: unknown): string | null {
  const code = codeOf(error)
  if (isDiskAway(code)) return silentWords
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'The disk of that folder is full.'
    case 'EROFS':
      return 'The disk of that folder can only be read.'
    case 'EACCES':
    case 'EPERM':
      return 'This account may not write in that folder.'
    case 'ENOENT':
      return 'The folder, or the library’s own file, is not there.'
    case 'ENAMETOOLONG':
      return 'The name would be too long for that disk.'
    case 'ENXIO':
    case 'EBUSY':
      return silentWords
    default:
      return code === '' || code.startsWith('SQLITE') ? null : `That folder does not take the file (${code}).`
  }
}
