import { describe, expect, it } from 'vitest'
import { sniffFile } from '../../../src/engine/images/sniff-file.ts'
import { knownOf } from '../../../src/engine/library/known.ts'
import { wholeMedia, wrongEndings } from '../../support/whole-media.ts'
import { useWorkshop } from '../images/support/workshop.ts'

const shop = useWorkshop()
const samples = await wholeMedia()

describe('the samples of whole media', () => {
  it.each(samples)('$name is called whole, and each of its wrong endings is another file', async (sample) => {
    const { name, mediaType, bytes, boundaries } = sample
    expect(boundaries.length).toBeGreaterThan(3)
    expect(boundaries.at(-1)).toBe(bytes.length)
    const endings = wrongEndings(sample)
    expect(new Set(endings.map((ending) => ending.name)).size).toBe(endings.length)
    for (const ending of endings) expect(ending.bytes.equals(bytes), ending.name).toBe(false)
    const path = await shop.write(name, bytes)
    expect(await sniffFile(path)).not.toBeNull()
    expect(await knownOf(path, shop.images)).toMatchObject({ known: { mediaType } })
  })
})
