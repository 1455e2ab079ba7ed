import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FilmFile } from '../../../src/engine/images/films/film-file.ts'
import { judge } from '../../../src/engine/images/films/whole-film.ts'
import { endingInZeros, practiceFilm, webm } from '../../support/media/films.ts'
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
