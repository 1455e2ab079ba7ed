import { filled, join, latin1, u16be, u32be } from './place.ts'

/** Places of an ICC profile (ICC.1:2022) that describes nothing but sRGB by its numbers. */
export interface ProfilePlace {
  name: string
  make(mark: Buffer): Buffer
}

const fixed = (value: number): Buffer => u32be(Math.round(value * 65536) >>> 0)
const xyz = (...values: number[]): Buffer => join('XYZ ', u32be(0), ...values.map(fixed))
const curve = join(
  'para',
  u32be(0),
  u16be(3),
  u16be(0),
  ...[2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].map(fixed),
)
const text = (content: Buffer): Buffer => join('text', u32be(0), content, '\0')
const description = (content: Buffer): Buffer =>
  join('desc', u32be(0), u32be(content.length + 1), content, '\0', Buffer.alloc(78))
/** In one language, two bytes a character. */
const localised = (content: Buffer): Buffer =>
  join(
    'mluc',
    u32be(0),
    u32be(1),
    u32be(12),
    'enUS',
    u32be(content.length & ~1),
    u32be(28),
    content.subarray(0, content.length & ~1),
  )

const own: [string, Buffer][] = [
  ['wtpt', xyz(0.9642, 1, 0.8249)],
  ['rXYZ', xyz(0.4361, 0.2225, 0.0139)],
  ['gXYZ', xyz(0.3851, 0.7169, 0.0971)],
  ['bXYZ', xyz(0.1431, 0.0606, 0.7139)],
  ['rTRC', curve],
  ['gTRC', curve],
  ['bTRC', curve],
]

function profile(tags: [string, Buffer][], { header, behind }: { header?: Buffer; behind?: Buffer } = {}): Buffer {
  const named: [string, Buffer][] = [['desc', description(latin1('sRGB'))], ['cprt', text(latin1('none'))], ...own]
  const all = [...named.filter(([tag]) => tags.every(([other]) => other !== tag)), ...tags]
  let at = 128 + 4 + all.length * 12
  const table: Buffer[] = [u32be(all.length)]
  const bodies = all.map(([tag, body]) => {
    table.push(latin1(tag), u32be(at), u32be(body.length))
    const padded = join(body, Buffer.alloc((4 - (body.length % 4)) % 4))
    at += padded.length
    return padded
  })
  const head = Buffer.alloc(128)
  head.writeUInt32BE(at)
  head.writeUInt32BE(0x02400000, 8)
  head.write('mntrRGB XYZ ', 12, 'latin1')
  head.write('acsp', 36, 'latin1')
  for (const [index, value] of [0.9642, 1, 0.8249].entries()) fixed(value).copy(head, 68 + index * 4)
  header?.copy(head, 100, 0, 28)
  return join(head, ...table, ...bodies, behind ?? '')
}

/** A marked profile for each place. */
export const profilePlaces: ProfilePlace[] = [
  { name: "a profile's description", make: (mark) => profile([['desc', description(mark)]]) },
  { name: "a profile's description in a language", make: (mark) => profile([['desc', localised(mark)]]) },
  { name: "a profile's copyright", make: (mark) => profile([['cprt', text(mark)]]) },
  { name: "a profile's maker", make: (mark) => profile([['dmnd', description(mark)]]) },
  { name: "a profile's model and serial number", make: (mark) => profile([['dmdd', description(mark)]]) },
  { name: 'the target of a calibration', make: (mark) => profile([['targ', text(mark)]]) },
  {
    name: 'a private tag of a profile',
    make: (mark) => profile([['vcgt', join('vcgt', u32be(0), filled(mark, 120))]]),
  },
  {
    name: 'a dictionary of a profile',
    make: (mark) => profile([['meta', join('dict', u32be(0), u32be(0), u32be(16), mark)]]),
  },
  { name: "the unused part of a profile's head", make: (mark) => profile([], { header: filled(mark, 28) }) },
  { name: 'behind the end of a profile', make: (mark) => profile([], { behind: mark }) },
  { name: 'a profile that cannot be read', make: (mark) => join(u32be(900), filled(mark, 300)) },
]
