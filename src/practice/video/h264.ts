import { Bits } from './bits.ts'

/** One picture in limited-range BT.601, its colour at half the size. Sides are multiples of 16. */
export interface Frame {
  width: number
  height: number
  luma: Uint8Array
  blue: Uint8Array
  red: Uint8Array
}

interface Stream {
  sps: Buffer
  pps: Buffer
  /** One coded picture each, without start code or length. */
  pictures: Buffer[]
}

/** How far each picture has moved to the left against the one before it. Even, so that colour moves whole samples. */
export const stepPixels = 2

const block = 16
/** mb_type of I_PCM in a picture of its own and in a predicted one (H.264 tables 7-11 and 7-13). */
const pcmAlone = 25
const pcmPredicted = 30

/**
 * Baseline H.264, losslessly and without any transform: the first picture as raw samples, and each further one as
 * "the same, moved by two pixels", with raw samples in the last column, where something new comes in.
 */
export function encode(frames: Frame[], shown: { width: number; height: number }): Stream {
  const [first] = frames
  if (first === undefined) throw new RangeError('a film has at least one picture')
  const columns = first.width / block
  const rows = first.height / block
  return {
    sps: nal(0x67, sequence(columns, rows, shown)),
    pps: nal(0x68, pictureSettings()),
    pictures: frames.map((frame, number) =>
      number === 0
        ? nal(0x65, wholePicture(frame, columns, rows))
        : nal(0x41, movedPicture(frame, columns, rows, number)),
    ),
  }
}

function sequence(columns: number, rows: number, { width, height }: { width: number; height: number }): Buffer {
  const bits = new Bits(64)
  bits.put(66, 8)
  // Constrained baseline; level 3.0.
  bits.put(0xc0, 8)
  bits.put(30, 8)
  bits.unsigned(0)
  bits.unsigned(4)
  // Pictures are shown in the order they are coded.
  bits.unsigned(2)
  bits.unsigned(1)
  bits.put(0, 1)
  bits.unsigned(columns - 1)
  bits.unsigned(rows - 1)
  bits.put(1, 1)
  bits.put(1, 1)
  const [right, bottom] = [(columns * block - width) / 2, (rows * block - height) / 2]
  bits.put(right + bottom > 0 ? 1 : 0, 1)
  if (right + bottom > 0) for (const edge of [0, right, 0, bottom]) bits.unsigned(edge)
  bits.put(0, 1)
  return bits.end()
}

function pictureSettings(): Buffer {
  const bits = new Bits(64)
  bits.unsigned(0)
  bits.unsigned(0)
  bits.put(0, 2)
  bits.unsigned(0)
  bits.unsigned(0)
  bits.unsigned(0)
  bits.put(0, 3)
  bits.signed(0)
  bits.signed(0)
  bits.signed(0)
  // The deblocking filter is named, to be switched off.
  bits.put(1, 1)
  bits.put(0, 2)
  return bits.end()
}

/** `frame_num` has 8 bits: log2_max_frame_num_minus4 is 4. */
function header(bits: Bits, type: number, number: number): void {
  bits.unsigned(0)
  bits.unsigned(type)
  bits.unsigned(0)
  bits.put(number % 256, 8)
  if (type === 7) bits.unsigned(0)
  else bits.put(0, 2)
  if (type === 7) bits.put(0, 2)
  else bits.put(0, 1)
  bits.signed(0)
  bits.unsigned(1)
}

function wholePicture(frame: Frame, columns: number, rows: number): Buffer {
  const bits = new Bits(columns * rows * 400)
  header(bits, 7, 0)
  for (let i = 0; i < columns * rows; i++) raw(bits, pcmAlone, frame, i % columns, Math.floor(i / columns))
  return bits.end()
}

function movedPicture(frame: Frame, columns: number, rows: number, number: number): Buffer {
  const bits = new Bits(rows * 512)
  header(bits, 5, number)
  for (let i = 0; i < columns * rows; i++) {
    const column = i % columns
    bits.unsigned(0)
    if (column === columns - 1) raw(bits, pcmPredicted, frame, column, Math.floor(i / columns))
    else moved(bits, i === 0)
  }
  return bits.end()
}

/**
 * One motion vector, in quarters of a pixel, and nothing else. What is coded is the difference to what the neighbours
 * let expect (H.264 §8.4.1.3), and as all of them moved alike, only the very first is a surprise.
 */
function moved(bits: Bits, isFirst: boolean): void {
  bits.unsigned(0)
  bits.signed(isFirst ? stepPixels * 4 : 0)
  bits.signed(0)
  // coded_block_pattern 0
  bits.unsigned(0)
}

/** 384 samples as they are. */
function raw(bits: Bits, type: number, frame: Frame, column: number, row: number): void {
  bits.unsigned(type)
  bits.align()
  samples(bits, frame.luma, frame.width, column * 16, row * 16, 16)
  samples(bits, frame.blue, frame.width / 2, column * 8, row * 8, 8)
  samples(bits, frame.red, frame.width / 2, column * 8, row * 8, 8)
}

function samples(bits: Bits, plane: Uint8Array, stride: number, x: number, y: number, size: number): void {
  for (let line = 0; line < size; line++) {
    const at = (y + line) * stride + x
    bits.bytes(plane.subarray(at, at + size))
  }
}

/** Three bytes that look like a start code are kept apart by a 3. */
function nal(type: number, payload: Buffer): Buffer {
  const out = Buffer.alloc(1 + Math.ceil(payload.length * 1.5))
  out[0] = type
  let [length, zeros] = [1, 0]
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      out[length++] = 3
      zeros = 0
    }
    out[length++] = byte
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return out.subarray(0, length)
}
