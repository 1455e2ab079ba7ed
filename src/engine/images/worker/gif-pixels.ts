/** What an image's codes stand for. */
export interface GifCodes {
  pixels: number
  /** Which colours of the table they have. */
  used: ReadonlySet<number>
  /** Behind the byte in which the code stands that ends them; null where none does. */
  end: number | null
}

/** Codes have at most twelve bits (GIF89a, appendix F). */
const mostCodes = 4096

/**
 * Goes through the codes of an image.
 * @param image from the byte that says how long its codes are to the end of its sub-blocks
 * @returns null where a code means nothing
 */
export function readGifCodes(image: Buffer): GifCodes | null {
  const least = image.readUInt8(0)
  return least < 1 || least > 11 ? null : walk(Buffer.concat(blocksOf(image)), least)
}

function walk(data: Buffer, least: number): GifCodes | null {
  const clear = 1 << least
  const lengths = new Uint32Array(mostCodes).fill(1, 0, clear)
  const used = new Set<number>()
  let [next, width, before, pixels] = [clear + 2, least + 1, -1, 0]
  let [bits, count] = [0, 0]
  for (let at = 0; at < data.length; at += 1) {
    bits |= (data[at] ?? 0) << count
    count += 8
    while (count >= width) {
      const code = bits & ((1 << width) - 1)
      bits >>>= width
      count -= width
      if (code === clear + 1) return { pixels, used, end: at + 1 }
      if (code === clear) {
        next = clear + 2
        width = least + 1
        before = -1
        continue
      }
      if (before < 0 ? code >= clear : code > next || (code === next && next >= mostCodes)) return null
      if (code < clear) used.add(code)
      const made = before < 0 ? 0 : (lengths[before] ?? 0) + 1
      if (before >= 0 && next < mostCodes) lengths[next++] = made
      pixels += lengths[code] ?? 0
      if (next === 1 << width && width < 12) width += 1
      before = code
    }
  }
  return { pixels, used, end: null }
}

function blocksOf(image: Buffer): Buffer[] {
  const blocks: Buffer[] = []
  for (let at = 1; image.readUInt8(at) > 0; at += 1 + image.readUInt8(at))
    blocks.push(image.subarray(at + 1, at + 1 + image.readUInt8(at)))
  return blocks
}

/** The same image up to that byte of its data, in sub-blocks of the lengths that they had. */
export function cutGifPixels(image: Buffer, end: number): Buffer {
  const written = [image.subarray(0, 1)]
  let left = end
  for (const block of blocksOf(image)) {
    const piece = block.subarray(0, left)
    if (piece.length > 0) written.push(Buffer.from([piece.length]), piece)
    left -= piece.length
  }
  return Buffer.concat([...written, Buffer.from([0])])
}
