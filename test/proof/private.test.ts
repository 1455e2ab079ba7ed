import { readFile, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import { beforeAll, expect } from 'vitest'
import type { Preparation, UpscalePreparation } from '../../src/engine/images/answers.ts'
import type { Images } from '../../src/engine/images/port.ts'
import { coded } from '../engine/images/support/avif-made.ts'
import { useWorkshop } from '../engine/images/support/workshop.ts'
import { type Kind, piece, unmarked } from './support/marks/bases.ts'
import { gifPlaces } from './support/marks/gif-places.ts'
import { jpegPlaces } from './support/marks/jpeg-places.ts'
import { holdsMark } from './support/marks/judge.ts'
import { avifNames, markedAvif, markedTiff, tiffNames } from './support/marks/lone-places.ts'
import type { Place } from './support/marks/place.ts'
import { pngPlaces } from './support/marks/png-places.ts'
import { webpPlaces } from './support/marks/webp-places.ts'
import { type Chance, chanceOf } from './support/random.ts'
import { row } from './support/row.ts'

const shop = useWorkshop()
const workers = availableParallelism()
let images: Images
beforeAll(() => {
  images = shop.start({ workers })
})

const placesOf: Record<Kind, Place[]> = { jpeg: jpegPlaces, png: pngPlaces, webp: webpPlaces, gif: gifPlaces }
const kinds: Kind[] = ['jpeg', 'png', 'webp', 'gif']
const single = kinds.flatMap((kind) => placesOf[kind].map((place) => ({ kind, place })))
const howMany = new Set([...single.map(({ place }) => place.name), ...tiffNames, ...avifNames]).size
/** Those that take a process each come first. */
const lone = ['tiff', 'avif'] as const

const service = { maxEdge: 4096, maxBytes: 8 * 2 ** 20 }
/** Smaller than any of them is. */
const smaller = { maxEdge: 12, maxBytes: 8 * 2 ** 20 }

row(
  {
    name: 'private',
    title: `words in any of ${howMany} places of a picture's file are in nothing that leaves, packed or not, and what is passed on has the same pixels (P5)`,
    small: lone.length + single.length,
    sample: 'first',
    large: 12_000,
    atOnce: 3 * workers,
  },
  async ({ index, seed }) => {
    const chance = chanceOf(seed)
    const mark = `Mk${Array.from({ length: 10 }, () => chance.below(36).toString(36)).join('')}`
    const source = await marked(index, chance, mark)
    const path = await shop.write(`marked-${index}`, source.bytes)
    try {
      await leaves(path, source, mark)
    } catch (error) {
      throw new Error(`${source.told}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    } finally {
      await rm(path)
    }
  },
)

interface Marked {
  bytes: Buffer
  told: string
  kind: Kind | (typeof lone)[number]
  isAnew: boolean
}

/** Each place once, and then a few of one container together. */
async function marked(index: number, chance: Chance, mark: string): Promise<Marked> {
  const written = spelled(mark, chance.below(3))
  const format = index < lone.length ? lone[index] : index >= single.length + lone.length ? rarely(chance) : undefined
  if (format) return { ...(await loneFile(format, chance, written)), kind: format, isAnew: true }
  const one = single[index - lone.length]
  const kind = one?.kind ?? kinds[chance.below(kinds.length)] ?? 'jpeg'
  const places = one ? [one.place] : Array.from({ length: 1 + chance.below(3) }, () => anyOf(placesOf[kind], chance))
  const needsFullColour = places.some((place) => place.needsFullColour)
  const bytes = places.reduce(
    (file, place) => planted(file, place, written, places.length > 1),
    await unmarked(kind, chance, needsFullColour),
  )
  const isAnew = places.length > 1 || places.some((place) => place.isAnew)
  return { bytes, told: places.map(({ name }) => name).join(' + '), kind, isAnew }
}

/** What one place broke another may not find its way in: that stays as it is. */
function planted(file: Buffer, place: Place, mark: Buffer, isOneOfSome: boolean): Buffer {
  try {
    return place.plant(file, mark)
  } catch (error) {
    if (isOneOfSome) return file
    throw error
  }
}

const rarely = (chance: Chance) => (chance.below(100) === 0 ? lone[chance.below(lone.length)] : undefined)

function anyOf(places: Place[], chance: Chance): Place {
  const place = places[chance.below(places.length)]
  if (!place) throw new Error('no places')
  return place
}

async function loneFile(format: 'tiff' | 'avif', chance: Chance, mark: Buffer) {
  const { image, width, height } = piece(chance, 3)
  if (format === 'avif') return { bytes: markedAvif(await coded(image), mark), told: avifNames.join(' + ') }
  return { bytes: markedTiff(width, height, await image.raw().toBuffer(), mark), told: tiffNames.join(' + ') }
}

/** One byte a character, or two in either order. */
function spelled(mark: string, how: number): Buffer {
  if (how === 0) return Buffer.from(mark, 'latin1')
  const wide = Buffer.from(mark, 'utf16le')
  return how === 1 ? wide : wide.swap16()
}

async function leaves(path: string, source: Marked, mark: string): Promise<void> {
  // Without this a place that holds nothing would prove nothing.
  if (!holdsMark(source.bytes, mark)) throw new Error('the mark is not even in the source')
  const reference = await images.prepareReference(path, service)
  await expectClean(reference, source, mark)
  if (!source.isAnew && reference.decision === 'refused') throw new Error(reference.reason)
  if (!source.isAnew) expect(reference).toMatchObject({ quality: null, format: source.kind })
  await expectClean(await images.prepareReference(path, smaller), source, mark)
  await expectClean(await images.prepareUpscale(path, service), source, mark)
}

async function expectClean(answer: Preparation | UpscalePreparation, source: Marked, mark: string): Promise<void> {
  if (answer.decision === 'refused' || answer.decision === 'needs-url') return
  const sent = await readFile(answer.path)
  if (holdsMark(sent, mark))
    throw new Error(`the mark is in what leaves (${answer.format}, ${answer.steps.join('; ')})`)
  const isPassedOn = answer.decision === 'as-is' || answer.steps.some((step) => step.includes('not encoded again'))
  if (isPassedOn && !(await pixelsOf(sent)).equals(await pixelsOf(source.bytes))) throw new Error('other pixels leave')
}

/** As they are stored, whatever a profile says of them. */
const pixelsOf = (bytes: Buffer): Promise<Buffer> => sharp(bytes, { failOn: 'none', ignoreIcc: true }).raw().toBuffer()
