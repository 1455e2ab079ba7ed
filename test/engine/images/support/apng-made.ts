import { crc32, deflateSync } from 'node:zlib'

const [width, height] = [48, 32]

function chunk(type: string, body: Buffer): Buffer {
  const [head, check] = [Buffer.alloc(8), Buffer.alloc(4)]
  head.writeUInt32BE(body.length)
  head.write(type, 4, 'latin1')
  check.writeUInt32BE(crc32(body, crc32(head.subarray(4))))
  return Buffer.concat([head, body, check])
}

const numbers = (...values: number[]): Buffer =>
  Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(value)
      return bytes
    }),
  )

/** Grey noise of 48 × 32 px, its rows with their filter's byte. */
const noise = (seed: number): Buffer =>
  deflateSync(
    Buffer.from(
      Array.from({ length: height * (1 + width) }, (_, n) => (n % (1 + width) === 0 ? 0 : (n * n * seed) % 251)),
    ),
  )

interface Wish {
  /** Frames behind the picture. */
  frames: number
  /** Into how many chunks the data of each goes. */
  pieces: number
  /** Whether the picture itself is the first frame. */
  isFirstShown: boolean
  /** So many of the last chunks of data are left out, and nothing else. */
  lost?: number
  /** As the frames say it. */
  width?: number
}

/** An animated PNG, as encoders write it. */
export function apng({ frames, pieces, isFirstShown, lost = 0, width: frameWidth = width }: Wish): Buffer {
  let sequence = 0
  const control = (wide: number): Buffer =>
    chunk('fcTL', Buffer.concat([numbers(sequence++, wide, height, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])]))
  const data = (seed: number): Buffer[] => {
    const bytes = noise(seed)
    const size = Math.ceil(bytes.length / pieces)
    return Array.from({ length: pieces }, (_, n) =>
      chunk('fdAT', Buffer.concat([numbers(sequence++), bytes.subarray(n * size, (n + 1) * size)])),
    )
  }
  const said = frames + (isFirstShown ? 1 : 0)
  const first = isFirstShown && frames > 0 ? [control(width)] : []
  const behind = Array.from({ length: frames }, (_, n) => [control(frameWidth), ...data(n + 2)]).flat()
  const isData = (one: Buffer): boolean => one.toString('latin1', 4, 8) === 'fdAT'
  const kept = behind.filter(isData).length - lost
  let seen = 0
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.concat([numbers(width, height), Buffer.from([8, 0, 0, 0, 0])])),
    ...(frames > 0 ? [chunk('acTL', numbers(said, 0))] : []),
    ...first,
    chunk('IDAT', noise(1)),
    ...behind.filter((one) => !isData(one) || ++seen <= kept),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
