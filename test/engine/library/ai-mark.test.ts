import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { withAiMark } from '../../../src/engine/library/ai-mark.ts'

const size = { width: 40, height: 30 }
const pixels = Buffer.from(Array.from({ length: size.width * size.height * 4 }, (_, at) => (at * 31) % 256))
const picture = (hasAlpha: boolean) => {
  const raw = sharp(pixels, { raw: { ...size, channels: 4 } })
  return hasAlpha ? raw : raw.removeAlpha()
}

const kinds = [
  ['png', true, () => picture(true).png().toBuffer()],
  ['jpeg', false, () => picture(false).jpeg().toBuffer()],
  ['jpeg', false, () => picture(false).withIccProfile('p3').jpeg().toBuffer()],
  ['webp', false, () => picture(false).webp().toBuffer()],
  ['webp', true, () => picture(true).webp({ lossless: true }).toBuffer()],
  ['webp', true, () => picture(true).withIccProfile('p3').webp().toBuffer()],
] as const

describe('the mark of a picture that a model made', () => {
  it.each(kinds)(
    'stands in a %s (transparent: %s) where readers find it, and no pixel changes',
    async (format, hasAlpha, make) => {
      const bytes = await make()
      const marked = withAiMark(bytes, format, { ...size, hasAlpha }, 'trainedAlgorithmicMedia')
      if (marked === null) throw new Error('it was not marked')
      const { xmp, width, height, icc } = await sharp(marked).metadata()
      expect(xmp?.toString()).toContain('digitalsourcetype/trainedAlgorithmicMedia')
      expect({ width, height }).toEqual(size)
      expect(icc?.length).toBe((await sharp(bytes).metadata()).icc?.length)
      expect(await sharp(marked).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer())
      expect(withAiMark(marked, format, { ...size, hasAlpha }, 'trainedAlgorithmicMedia'), 'a second time').toBeNull()
    },
  )

  it('is left out where there is no place for it, and where the file is not what it is called', () => {
    expect(withAiMark(Buffer.from('GIF89a'), 'gif', { ...size, hasAlpha: false }, 'trainedAlgorithmicMedia')).toBeNull()
    for (const format of ['png', 'jpeg', 'webp'])
      expect(
        withAiMark(Buffer.from('no picture'), format, { ...size, hasAlpha: false }, 'trainedAlgorithmicMedia'),
      ).toBeNull()
  })
})
