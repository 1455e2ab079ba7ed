import { describe, expect, it } from 'vitest'
import { ImageWorkerError } from '../../../src/engine/images/errors.ts'
import { sniffFile } from '../../../src/engine/images/sniff-file.ts'
import { knownOf } from '../../../src/engine/library/known.ts'
import { type Ending, wholeMedia, wrongEndings } from '../../support/whole-media.ts'
import { useWorkshop } from '../images/support/workshop.ts'

const shop = useWorkshop()
const samples = await wholeMedia()

/** As what came is judged: what no worker decodes and no signature tells is no picture at all. */
async function judged(name: string, bytes: Buffer): Promise<{ isChecked: boolean; mediaType: string } | 'damaged'> {
  const path = await shop.write(name, bytes)
  try {
    const { known, isChecked } = await knownOf(path, shop.images)
    return { isChecked, mediaType: known.mediaType }
  } catch (error) {
    if (error instanceof ImageWorkerError && error.code === 'damaged') return 'damaged'
    if (error instanceof ImageWorkerError && (await sniffFile(path)) === null) return 'damaged'
    throw error
  }
}

/** A worker of its own decodes each of these, which takes its time: fewer of them. */
const few = (name: string, endings: Ending[]) =>
  name.endsWith('avif') ? endings.filter((_, n) => n % 16 === 0) : endings

describe('what is called whole decodes whole (I11)', () => {
  it.each(samples.filter(({ mediaType }) => mediaType === 'video'))(
    'a $name that arrived wrong with a status of 200 is never called checked (M4, I11)',
    async (sample) => {
      expect(await judged(sample.name, sample.bytes)).toEqual({ mediaType: 'video', isChecked: sample.isEndTold })
      const taken: string[] = []
      for (const ending of wrongEndings(sample)) {
        const known = await judged(`wrong ${sample.name}`, ending.bytes)
        if (known !== 'damaged' && known.isChecked) taken.push(ending.name)
      }
      expect(taken).toEqual([])
    },
  )

  it.each(samples.filter(({ mediaType }) => mediaType === 'image'))(
    'a $name that arrived wrong with a status of 200 is never called checked (M4, L3, I11)',
    async (sample) => {
      expect(await judged(sample.name, sample.bytes)).toEqual({ mediaType: 'image', isChecked: true })
      const taken: string[] = []
      for (const ending of few(sample.name, wrongEndings(sample)))
        if ((await judged(`wrong ${sample.name}`, ending.bytes)) !== 'damaged') taken.push(ending.name)
      expect(taken).toEqual([])
    },
  )
})
