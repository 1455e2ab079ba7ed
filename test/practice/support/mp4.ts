interface Box {
  name: string
  body: Buffer
}

/** The boxes of a piece of an MP4 file; throws where their sizes do not add up. */
export function boxesIn(bytes: Buffer): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at < bytes.length; ) {
    const size = bytes.readUInt32BE(at)
    if (size < 8 || at + size > bytes.length) throw new Error(`a box of ${size} bytes at ${at} of ${bytes.length}`)
    boxes.push({ name: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + 8, at + size) })
    at += size
  }
  return boxes
}

/** The box at a path such as `moov/trak/mdia`. */
export function boxAt(bytes: Buffer, path: string): Buffer {
  return path.split('/').reduce((inside, name) => {
    const found = boxesIn(inside).find((box) => box.name === name)
    if (found === undefined) throw new Error(`no ${name} in ${path}`)
    return found.body
  }, bytes)
}
