import { cutOff } from './damage.ts'
import { pngChunks } from './png-walk.ts'

/** IEND has no content, so its checksum is always the same. */
const ending = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82])

/**
 * Proves that a PNG has its end: the chunks up to IEND, and that whole.
 * @throws CutOff; RangeError where it ends within a chunk's header
 */
export function requireWholePng(bytes: Buffer): void {
  for (const { at, end, type } of pngChunks(bytes)) {
    if (end > bytes.length) throw cutOff()
    if (type === 'IEND' && !bytes.subarray(at, at + ending.length).equals(ending)) throw cutOff()
  }
}
