import sharp from 'sharp'

/** A small photograph-like picture: a bright disc on a dark ground. */
export async function disc(width = 120, height = 90): Promise<Buffer> {
  const pixels = new Uint8Array(width * height * 3)
  for (let i = 0; i < width * height; i++) {
    const inside = Math.hypot((i % width) - width / 2, Math.floor(i / width) - height / 2) < height * 0.3
    pixels.set(inside ? [230, 120, 60] : [30, 50 + (i % 7), 70], i * 3)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

interface Composite {
  picture: Buffer
  /** 1 where the subject is. */
  mask: Uint8Array
  width: number
  height: number
}

/** A textured subject of a known shape on another texture, different for each seed. */
export async function composite(seed: number): Promise<Composite> {
  const [width, height] = [720, 560]
  const random = stream(seed)
  const hue = random() * 360
  const subject = texture(random, hue + 90 + random() * 180)
  const ground = texture(random, hue)
  const inside = shape(random, seed, width, height)
  const pixels = new Uint8ClampedArray(width * height * 3)
  const mask = new Uint8Array(width * height)
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    mask[i] = inside(x, y) ? 1 : 0
    pixels.set((mask[i] === 1 ? subject : ground)(x, y), i * 3)
  }
  const raw = sharp(pixels, { raw: { width, height, channels: 3 } })
  return { picture: await raw.blur(0.7).jpeg({ quality: 90 }).toBuffer(), mask, width, height }
}

/** How well the opaque part of a cutout is the mask: intersection over union. */
export async function overlap(cutout: Buffer, { mask, width, height }: Composite): Promise<number> {
  const { data, info } = await sharp(cutout).extractChannel('alpha').raw().toBuffer({ resolveWithObject: true })
  if (info.width !== width || info.height !== height) throw new Error('the cutout has another size')
  let [both, either] = [0, 0]
  for (let i = 0; i < mask.length; i++) {
    const opaque = (data[i] ?? 0) > 127
    if (opaque && mask[i] === 1) both++
    if (opaque || mask[i] === 1) either++
  }
  return both / either
}

type Random = () => number

function stream(seed: number): Random {
  let state = seed * 2_654_435_761
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 0) / 2 ** 32
  }
}

function texture(random: Random, hue: number): (x: number, y: number) => number[] {
  const base = [0, 120, 240].map((turn) => 128 + 85 * Math.cos(((hue - turn) * Math.PI) / 180))
  const [angle, period, depth] = [random() * Math.PI, 14 + random() * 50, 15 + random() * 25]
  const slope = (random() - 0.5) * 60
  return (x, y) => {
    const wave = Math.sin(((x * Math.cos(angle) + y * Math.sin(angle)) / period) * 2 * Math.PI) * depth
    const light = wave + slope * (x / 720) + (random() - 0.5) * 26
    return base.map((channel) => channel + light)
  }
}

function shape(random: Random, seed: number, width: number, height: number): (x: number, y: number) => boolean {
  const [cx, cy] = [width * (0.4 + random() * 0.2), height * (0.4 + random() * 0.2)]
  const size = height * (0.22 + random() * 0.12)
  const [a, b] = [random() * 6, random() * 6]
  return (x, y) => {
    const [dx, dy] = [x - cx, y - cy]
    const angle = Math.atan2(dy, dx)
    if (seed % 3 === 0)
      return Math.hypot(dx, dy) < size * (1 + 0.2 * Math.sin(3 * angle + a) + 0.1 * Math.sin(5 * angle + b))
    if (seed % 3 === 1) return Math.abs(dx) < size * 1.2 && Math.abs(dy) < size * 0.8
    // A figure with a head, and its feet cut off by the frame.
    return Math.hypot(dx, dy + size * 0.6) < size * 0.55 || (Math.abs(dx) < size * 0.7 && dy > -size * 0.2)
  }
}
