import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { AiMarkSearch, withAiMark } from '../../../src/engine/images/worker/ai-mark.ts'

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

describe('a file with our mark', () => {
  const isFoundIn = (bytes: Buffer, pieceBytes: number): boolean => {
    const search = new AiMarkSearch()
    for (let at = 0; at < bytes.length; at += pieceBytes) search.look(bytes.subarray(at, at + pieceBytes))
    return search.isFound
  }

  it.each(kinds)(
    'is known as a %s (transparent: %s), in whatever pieces it is read',
    async (format, hasAlpha, make) => {
      const bytes = await make()
      for (const source of ['trainedAlgorithmicMedia', 'compositeWithTrainedAlgorithmicMedia'] as const) {
        const marked = withAiMark(bytes, format, { ...size, hasAlpha }, source)
        if (marked === null) throw new Error('it was not marked')
        for (const pieceBytes of [1, 7, 256, 65_536]) {
          expect(isFoundIn(marked, pieceBytes), `${pieceBytes}`).toBe(true)
          expect(isFoundIn(bytes, pieceBytes), `${pieceBytes}`).toBe(false)
        }
      }
    },
  )

  it('is not one that another program has marked', async () => {
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"><Iptc4xmpExt:DigitalSourceType>http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia</Iptc4xmpExt:DigitalSourceType></rdf:Description></rdf:RDF></x:xmpmeta>`
    expect(isFoundIn(await picture(false).withXmp(xmp).jpeg().toBuffer(), 256)).toBe(false)
  })
})
