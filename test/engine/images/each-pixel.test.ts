import { describe, expect, it } from 'vitest'
import { eachPixel, type RawPicture } from '../../../src/engine/images/worker/raw-picture.ts'

function seen(channels: RawPicture['channels'], values: number[]): number[][] {
  const pixels: number[][] = []
  const picture = { data: Buffer.from(values), width: values.length / channels, height: 1, channels }
  eachPixel(picture, (...pixel) => pixels.push(pixel))
  return pixels
}

describe('the pixels of a decoded picture', () => {
  it('are three colours and an opacity, whatever is stored of them (P3)', () => {
    expect(seen(1, [7, 8])).toEqual([
      [7, 7, 7, 255, 0],
      [8, 8, 8, 255, 1],
    ])
    expect(seen(2, [7, 100, 8, 0])).toEqual([
      [7, 7, 7, 100, 0],
      [8, 8, 8, 0, 1],
    ])
    expect(seen(3, [1, 2, 3, 4, 5, 6])).toEqual([
      [1, 2, 3, 255, 0],
      [4, 5, 6, 255, 1],
    ])
    expect(seen(4, [1, 2, 3, 9])).toEqual([[1, 2, 3, 9, 0]])
  })
})
