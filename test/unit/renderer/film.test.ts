import { describe, expect, it } from 'vitest'
import { filmTime, frameOf, nextFrame } from '../../../src/renderer/features/library/film.ts'

describe('a video frame by frame', () => {
  it('steps to the middle of the next frame, and never past the first or the last', () => {
    const frame = 1 / 24
    let at = 0
    const seen: number[] = []
    for (let n = 0; n < 30; n += 1) {
      at = nextFrame(at, 1, frame, 1)
      seen.push(Math.floor(at / frame))
    }
    expect(seen.slice(0, 3)).toEqual([1, 2, 3])
    expect(seen.at(-1)).toBe(23)
    for (let n = 0; n < 30; n += 1) at = nextFrame(at, -1, frame, 1)
    expect(at).toBeCloseTo(frame / 2, 9)
  })

  it('learns the length of a frame from those it saw, and not from a jump', () => {
    expect(frameOf(1 / 30, 1 / 24)).toBeCloseTo(1 / 30)
    expect(frameOf(1 / 24 + 0.0001, 1 / 24)).toBe(1 / 24)
    for (const jump of [0, -1, 0.5, 0.001]) expect(frameOf(jump, 1 / 24)).toBe(1 / 24)
  })

  it('writes its time with the frame, also where the length is not known yet', () => {
    expect(filmTime(63.5, 1 / 24)).toBe('1:03.12')
    expect(filmTime(Number.NaN, 1 / 24)).toBe('0:00.00')
  })
})
