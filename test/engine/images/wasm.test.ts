import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { forkImageWorker } from '../../../src/engine/images/spawn.ts'
import { withoutNativeFlag } from '../../../src/engine/images/worker/native-ban.ts'
import { textured } from './support/pictures.ts'
import { expectSound } from './support/prepared.ts'
import { rudeWorker } from './support/rude.ts'
import { repositoryRoot, useWorkshop } from './support/workshop.ts'

const shop = useWorkshop()
const manifestOf = (name: string) => join(repositoryRoot, 'node_modules', name, 'package.json')
const isThere = existsSync(manifestOf('@img/sharp-wasm32'))
if (!isThere)
  process.stdout.write(
    '@img/sharp-wasm32 is not installed (npm was told to omit what is optional): image workers without native code are not tried.\n',
  )
const limits = { maxEdge: 300, maxBytes: 200_000 }

const start = (args: string[]) =>
  shop.start({ workers: 1, spawn: forkImageWorker({ nodePath: process.execPath, entry: rudeWorker, args }) })

/** Whether sharp's native library lies in the memory of the process that answered. */
async function loadsNative(pidFile: string): Promise<boolean> {
  return (await readFile(`/proc/${await readFile(pidFile, 'utf8')}/maps`, 'utf8')).includes('libvips')
}

describe.skipIf(!isThere)('a worker without native code', () => {
  it('has the WASM of the sharp that it runs', async () => {
    const versionOf = async (name: string) => JSON.parse(await readFile(manifestOf(name), 'utf8')).version
    expect(await versionOf('@img/sharp-wasm32')).toBe(await versionOf('sharp'))
  })

  it.each([
    ['jpeg in Display P3', () => textured(900, 600).withIccProfile('p3').jpeg()],
    ['png with alpha', () => textured(500, 400, 4).png()],
    ['webp', () => textured(500, 400).webp()],
    ['gif', () => textured(400, 300).gif()],
    ['tiff', () => textured(400, 300).tiff()],
  ])('prepares the same as one with it (%s)', async (name, make) => {
    const path = await shop.write(name, await make().toBuffer())
    const [own, native] = [
      await start([withoutNativeFlag]).prepareReference(path, limits),
      await shop.images.prepareReference(path, limits),
    ]
    if (own.decision === 'refused' || native.decision === 'refused') throw new Error('refused')
    await expectSound(own, limits)
    expect({ ...own, path: '', sha256: '', sizeBytes: 0, steps: own.steps.length }).toEqual({
      ...native,
      path: '',
      sha256: '',
      sizeBytes: 0,
      steps: native.steps.length,
    })
    const pixels = async (file: string) =>
      sharp(await readFile(file))
        .removeAlpha()
        .resize(60, 40, { fit: 'fill' })
        .raw()
        .toBuffer()
    const [seen, expected] = [await pixels(own.path), await pixels(native.path)]
    const difference = seen.reduce((sum, value, at) => sum + Math.abs(value - (expected[at] ?? 0)), 0) / seen.length
    expect(difference).toBeLessThan(2)
  })

  it.skipIf(process.platform !== 'linux')('has none of it in its memory, while the other has', async () => {
    const found: boolean[] = []
    for (const args of [[], [withoutNativeFlag]]) {
      const path = await shop.write(`pid-${args.length}.jpg`, await textured(40, 30).jpeg().toBuffer())
      await start(args).examine(path)
      found.push(await loadsNative(`${path}.pid`))
    }
    expect(found).toEqual([true, false])
  })
})
