import sharp from 'sharp'

/** Each picture of a case is of one colour, by which it is known again in whatever form it is sent. */
const colours = {
  'red.png': [208, 32, 32],
  'green.png': [32, 160, 64],
  'blue.png': [32, 64, 208],
  'yellow.png': [208, 192, 32],
  'cyan.png': [32, 208, 208],
  /** Lies where the page was given nothing. */
  'canary.png': [208, 32, 208],
  /** What the service makes. */
  result: [51, 102, 153],
  /** What the page itself pastes. */
  pasted: [255, 255, 255],
} as const

/** Those that a person drops. */
export const givenNames = ['red.png', 'green.png', 'blue.png'] as const satisfies readonly PictureName[]

export type PictureName = keyof typeof colours

/** Wider than any other number that is answered. */
export const canaryWidth = 1237

const made = new Map<PictureName, Promise<Buffer>>()

export function pictureOf(name: PictureName): Promise<Buffer> {
  const before = made.get(name)
  if (before) return before
  const [r, g, b] = colours[name]
  const width = name === 'canary.png' ? canaryWidth : 64
  const picture = sharp({ create: { width, height: 48, channels: 3, background: { r, g, b } } })
  const now = picture.png().toBuffer()
  made.set(name, now)
  return now
}

/** Which picture this is, as it was sent. */
export async function nameOf(bytes: Buffer): Promise<PictureName> {
  const { channels } = await sharp(bytes).flatten({ background: '#fff' }).stats()
  const [r = 0, g = 0, b = 0] = channels.map(({ mean }) => mean)
  const far = ([red, green, blue]: readonly [number, number, number]) =>
    (red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2
  const [nearest] = Object.entries(colours).sort(([, one], [, other]) => far(one) - far(other))
  return (nearest?.[0] ?? 'pasted') as PictureName
}
