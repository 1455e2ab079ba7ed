import { beforeEach, describe, expect, it } from 'vitest'
import { newFolder } from '../../support/folders.ts'
import { deadDiskOver, mayMount } from '../../support/small-disk.ts'
import type { StrangeService } from '../../support/strange-service.ts'
import { cuttingService, drop, until, watchFolder, watchingAt } from './support/watching.ts'

const model = { id: 'm', credits_per_generation: 1, supported_ratios: [], media_type: 'image', extra_config: {} }

let strange: StrangeService
beforeEach(async () => {
  strange = await cuttingService()
  strange.models = [{ charge: () => 1, entry: model }]
})

describe.runIf(mayMount('tests of a watch folder that does not answer'))(
  'a watch folder on a disk that is dead',
  () => {
    it('is said in words, holds up no order and no result, and is looked through when it answers (S3)', async () => {
      const at = await watchingAt(strange)
      const folder = newFolder()
      // More than the threads that a program has for all of its files.
      for (let n = 0; n < 8; n += 1) await drop(folder, `was-there-${n}.png`)
      await watchFolder(at, folder)
      // In the middle of the first look it would be waited for as a long list is: two minutes.
      await until(() => at.view().priceNow !== null, 'the list of the first look')
      const disk = await deadDiskOver(folder)
      at.watches.lookNow(at.view().id)
      await until(() => /does not answer/.test(at.view().words ?? ''), 'the folder’s words')
      const quote = await at.calls['quote.generation']({ prompt: 'x', modelId: 'm', references: [] })
      const [id = ''] = await at.approve(quote)
      expect(await at.settled(id)).toMatchObject({ state: 'completed', assets: [expect.anything()] })
      await disk.mend()
      await drop(folder, 'new.png')
      await until(() => strange.count('POST', '/api/skills/cut/run') === 1, 'the order of what is new')
    })

    it('does not keep the program from ending in the middle of a look (S3)', async () => {
      const folder = newFolder()
      const isHung = Promise.withResolvers<void>()
      let lists = 0
      const at = await watchingAt(strange, {}, (images) => ({
        ...images,
        folders: {
          ...images.folders,
          files: async (path, signal) => {
            lists += 1
            if (lists === 1) return images.folders.files(path, signal)
            await deadDiskOver(path)
            // Two minutes are given to a list, longer than this test has. Another look is answered after it has begun.
            const list = images.folders.files(path, signal)
            void images.folders.isWatched(path).catch(() => isHung.resolve())
            return list
          },
        },
      }))
      await watchFolder(at, folder)
      await isHung.promise
      await at.close()
    })

    it('is not set up, and that is said (S3)', async () => {
      const at = await watchingAt(strange)
      const folder = newFolder()
      await deadDiskOver(folder)
      await expect(watchFolder(at, folder)).rejects.toThrow(/does not answer.*Nothing was set up/)
    })
  },
)
