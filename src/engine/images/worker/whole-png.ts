import { cutOff } from './damage.ts'

/** IEND has no content, so its checksum is always the same. */
const ending = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82])

/**
 * Proves that a PNG has its end: the chunks up to IEND, and that whole.
 * @throws CutOff; RangeError where it ends within a chunk's header
 */
export function requireWholePng(bytes: Buffer): void {
  let at = 8
  while (bytes.toString('latin1', at + 4, at + 8) !== 'IEND') {
    at += 12 + bytes.readUInt32BE(at)
    if (at > bytes.length) throw cutOff()
  }
  if (!bytes.subarray(at, at + ending.length).equals(ending)) throw cutOff()
}
