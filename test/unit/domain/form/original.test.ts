import { describe, expect, it } from 'vitest'
import {
  type LargeOriginal,
  originalSentence,
  reencodedNotes,
  resizeNote,
} from '../../../../src/domain/form/original.ts'

const reencode = { quality: 71, sizeBytes: 3_100_000 }
const original = (name = 'hall.jpg'): LargeOriginal => ({
  name,
  sizeBytes: 6_240_000,
  width: 6000,
  height: 4000,
  reencode,
})
const goes = (quality: number) => ({ reencode: { ...reencode, quality }, of: original(`${quality}.jpg`) })

describe('the words for an original too large for an upload', () => {
  it('name its size, that nothing was taken, and both ways out with the quality as a number (A1)', () => {
    expect(originalSentence(original())).toBe(
      'hall.jpg has 6.2 MB at 6000 × 4000, and does not fit an upload (3 MiB) as it is. Nothing was sent or charged. Give the original’s public https address instead, or accept it encoded again at the same size: 3.1 MB, quality 71 of 100.',
    )
  })

  it('offer no copy where there is none (A1)', () => {
    const words = originalSentence({ ...original(), reencode: null })
    expect(words).toContain('so give the original’s public https address instead.')
    expect(words).not.toContain('quality')
  })

  it('name each accepted copy while they are few, and then their number and the range of quality (A1)', () => {
    expect(reencodedNotes([])).toEqual([])
    expect(reencodedNotes([goes(71), goes(90), goes(42)])).toEqual([
      '71.jpg goes as a copy encoded again at quality 71 of 100: 6.2 MB to 3.1 MB, at its full 6000 × 4000.',
      '90.jpg goes as a copy encoded again at quality 90 of 100: 6.2 MB to 3.1 MB, at its full 6000 × 4000.',
      '42.jpg goes as a copy encoded again at quality 42 of 100: 6.2 MB to 3.1 MB, at its full 6000 × 4000.',
    ])
    expect(reencodedNotes([goes(71), goes(90), goes(42), goes(50)])).toEqual([
      '4 pictures go as copies encoded again to fit an upload (3 MiB), at their full size and at quality 42 to 90 of 100.',
    ])
  })
})

describe('the words for a resize that is coming', () => {
  it('are none where nothing is too large', () => {
    expect(resizeNote([], false)).toBeNull()
  })

  it('say that the service will ask, or that it was allowed beforehand (O109)', () => {
    expect(resizeNote(['a.jpg'], false)).toMatch(
      /^a\.jpg is larger .*will ask before it makes it smaller\. It charges nothing/,
    )
    expect(resizeNote(['a.jpg', 'b.jpg'], true)).toMatch(
      /^a\.jpg, b\.jpg are larger .*makes them smaller first, as allowDownscale/,
    )
  })

  it('name three and count the rest', () => {
    expect(resizeNote(['a', 'b', 'c', 'd', 'e'], false)).toMatch(/^a, b, c and 2 more are larger/)
  })
})
