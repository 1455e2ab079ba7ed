import { open } from 'node:fs/promises'
import { isNoPicture, type Kind } from './worker/kinds.ts'
import { sniff } from './worker/sniff.ts'

/** As far as any signature, and a page of text, has to be looked at. */
const headBytes = 4096

/**
 * What a file is by its first bytes, without a worker; null where it is no picture and no film.
 * @throws the system's error
 */
export async function sniffFile(path: string): Promise<Kind | null> {
  const file = await open(path, 'r')
  try {
    const head = Buffer.alloc(headBytes)
    const { bytesRead } = await file.read(head, 0, headBytes, 0)
    const kind = sniff(head.subarray(0, bytesRead))
    return kind === null || isNoPicture(kind) ? null : kind
  } finally {
    await file.close()
  }
}
