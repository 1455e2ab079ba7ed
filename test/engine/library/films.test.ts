import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FilmFile } from '../../../src/engine/images/films/film-file.ts'
import { judge } from '../../../src/engine/images/films/whole-film.ts'
import { childBox } from '../../support/media/boxes.ts'
import { endingInZeros, fragmented, practiceFilm, type Said, webm } from '../../support/media/films.ts'
import { wholeMedia } from '../../support/whole-media.ts'

const films = (await wholeMedia()).filter(({ mediaType }) => mediaType === 'video')

/** Counts what is read, so that a hostile file cannot make a walk read for ever. */
function fileOf(bytes: Buffer): FilmFile & { readBytes: number } {
  return {
    sizeBytes: bytes.length,
    readBytes: 0,
    async read(at, length) {
      const piece = bytes.subarray(Math.max(0, at), Math.max(0, Math.min(bytes.length, at + length)))
      this.readBytes += piece.length
      return piece
    },
  }
}

describe('the walk through a film', () => {
  it.each(films)(
    'of the kind $name has an answer for every change of its bytes, and reads little (M4)',
    async (sample) => {
      const change = fc.record({ at: fc.nat(sample.bytes.length - 1), value: fc.nat(255) })
      await fc.assert(
        fc.asyncProperty(
          fc.array(change, { minLength: 1, maxLength: 6 }),
          fc.nat(sample.bytes.length),
          async (changes, end) => {
            const bytes = Buffer.from(sample.bytes.subarray(0, end))
            for (const { at, value } of changes) if (at < bytes.length) bytes[at] = value
            const file = fileOf(bytes)
            const film = /(webm|mkv)$/.test(sample.name) ? 'webm' : 'mp4'
            expect(['whole', 'cut', 'unknown']).toContain(await judge(film, file))
            expect(file.readBytes).toBeLessThan(bytes.length * 40 + 100_000)
          },
        ),
        { numRuns: 150 },
      )
    },
  )

  it('calls no film cut for a few zeros at the end of a picture whose kind may end in zeros (M4, I12)', async () => {
    expect(await judge('webm', fileOf(await webm()))).toBe('whole')
    for (const zeros of [15, 16, 400]) expect(await judge('webm', fileOf(await webm(false, zeros)))).not.toBe('cut')
    const mp4 = practiceFilm()
    for (const codec of ['av01', 'vp09', 'apcn', 'mjpa'])
      expect(await judge('mp4', fileOf(endingInZeros(mp4, 20, codec))), codec).toBe('unknown')
  })

  it('calls a film cut where its end was never written: a page of zeros, or any zeros where no picture ends so (M4)', async () => {
    expect(await judge('webm', fileOf(await webm(false, 4096)))).toBe('cut')
    const mp4 = practiceFilm()
    for (const codec of ['avc1', 'avc3', 'hvc1', 'hev1'])
      expect(await judge('mp4', fileOf(endingInZeros(mp4, 20, codec))), codec).toBe('cut')
  })
})

describe('a film of fragments that is cut between two of them', () => {
  /** Ten seconds in twenty fragments: without the last one it is nearly as long as it says. */
  const long = practiceFilm(10)
  const film = (said: Said): Buffer => fragmented(long, said, 4)
  const judged = (bytes: Buffer) => judge('mp4', fileOf(bytes))
  const fragmentsOf = (bytes: Buffer): number[] =>
    [...bytes.keys()].filter((at) => bytes.toString('latin1', at + 4, at + 8) === 'moof')
  /** Without its last fragment; what stands behind that stays. */
  function without(bytes: Buffer): Buffer {
    const at = fragmentsOf(bytes).at(-1) ?? 0
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(childBox(bytes, at, 'mdat').end)])
  }

  it.each<[string, Said]>([
    ['an index of sizes', { sidx: 0 }],
    ['an index of sizes in 64 bits', { sidx: 1 }],
    ['an index of places', { mfra: 0 }],
    ['an index of places in 64 bits', { mfra: 1, seconds: 0 }],
    ['the length of all fragments', { mehd: 0 }],
    ['the length of all fragments in 64 bits', { mehd: 1, seconds: 0 }],
  ])('is not whole where %s says that there is more (M4, I11)', async (_name, said) => {
    const whole = film(said)
    expect(fragmentsOf(whole)).toHaveLength(20)
    expect(await judged(whole)).toBe('whole')
    expect(await judged(without(whole))).toBe('cut')
  })

  it('is what it was where it says nothing of its length, or says only that it begins (M4, I12)', async () => {
    const silent = film({ seconds: 0 })
    expect(await judged(silent)).toBe('unknown')
    expect(await judged(without(silent))).toBe('unknown')
    expect(await judged(film({ seconds: 1 }))).toBe('whole')
  })

  it('is whole where a track waits before it begins, or its tables brought the first samples (M4, I12)', async () => {
    for (const said of [{ wait: 500 }, { tabled: 24 }] satisfies Said[]) {
      const whole = film({ ...said, mehd: 0 })
      expect([said, await judged(whole)]).toEqual([said, 'whole'])
      expect([said, await judged(without(whole))]).toEqual([said, 'cut'])
    }
  })

  it('reads no more of absurd figures than there is of them (M4)', async () => {
    const sized = film({ sidx: 1 })
    const sidx = sized.indexOf('sidx')
    const placed = film({ mfra: 1 })
    const tfra = placed.indexOf('tfra')
    const changes: [Buffer, number][] = [
      // Where it begins to count, its count, a size.
      [sized, sidx + 24],
      [sized, sidx + 32],
      [sized, sidx + 36],
      // Its count, a place.
      [placed, tfra + 16],
      [placed, tfra + 28],
    ]
    for (const [bytes, at] of changes) {
      const absurd = Buffer.from(bytes).fill(0xff, at, at + 4)
      const file = fileOf(absurd)
      expect([at, await judge('mp4', file)]).toEqual([at, 'cut'])
      expect(file.readBytes).toBeLessThan(bytes.length * 4)
    }
  })
})
