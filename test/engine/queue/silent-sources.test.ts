import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { disc } from '../../practice/support/images.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { newFolder } from '../../support/folders.ts'
import { deadDiskOver, mayMount } from '../../support/small-disk.ts'
import { StrangeService } from '../../support/strange-service.ts'

const model = { id: 'm', credits_per_generation: 1, supported_ratios: [], media_type: 'image', extra_config: {} }

let strange: StrangeService
beforeEach(async () => {
  strange = new StrangeService()
  strange.models = [{ charge: () => 1, entry: { ...model, max_reference_images: 5 } }]
  await strange.open()
})

async function order({ calls, approve }: EngineAt, references: string[]): Promise<string> {
  const quote = await calls['quote.generation']({ prompt: 'x', modelId: 'm', references })
  expect(quote.problems).toEqual([])
  return (await approve(quote))[0] ?? ''
}

/** Puts a pipe that nobody writes to in a file's place: whoever opens it as a file waits for ever. */
function becomesPipe(path: string): void {
  rmSync(path)
  execFileSync('mkfifo', [path])
}

describe.runIf(process.platform !== 'win32')('sources that never answer', () => {
  it('end their orders in words, and hold up no other order, no result and not the end of the program (S3)', async () => {
    const at = await engineAt(strange.base, strange.key)
    await at.calls['queue.pause'](undefined)
    at.engine.driver.start()
    const folder = newFolder()
    const pipes = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const path = join(folder, `photo-${n}.png`)
        writeFileSync(path, await disc(40 + n, 30))
        return path
      }),
    )
    const stuck: string[] = []
    for (const path of pipes) stuck.push(await order(at, [path]))
    const words = await order(at, [])
    for (const path of pipes) becomesPipe(path)
    await at.calls['queue.resume'](undefined)
    expect(await at.settled(words)).toMatchObject({ state: 'completed' })
    for (const id of stuck) {
      const { state, error } = await at.settled(id)
      expect([state, error]).toEqual(['rejected', expect.stringMatching(/photo-\d\.png: it is a pipe or a device/)])
    }
    expect(strange.count('POST', '/api/generate/v2')).toBe(1)
    await at.close()
  })

  it('are said in words when they are looked at, priced or ordered (S3)', async () => {
    const at = await engineAt(strange.base, strange.key)
    const path = join(newFolder(), 'photo.png')
    execFileSync('mkfifo', [path])
    const [file] = await at.calls['files.inspect']({ files: [path] })
    expect(file?.problem).toMatch(/photo\.png: it is a pipe or a device/)
  })
})

describe.runIf(mayMount('tests of a disk that does not answer'))('a disk that does not answer any more', () => {
  it('delays the orders with its files, and nothing else; when it is back they are sent (S3)', async () => {
    const at = await engineAt(strange.base, strange.key)
    await at.calls['queue.pause'](undefined)
    at.engine.driver.start()
    const share = newFolder()
    const stuck: string[] = []
    for (let n = 0; n < 3; n += 1) {
      const path = join(share, `photo-${n}.png`)
      writeFileSync(path, await disc(40 + n, 30))
      stuck.push(await order(at, [path]))
    }
    const words = await order(at, [])
    const disk = await deadDiskOver(share)
    await at.calls['queue.resume'](undefined)
    expect(await at.settled(words)).toMatchObject({ state: 'completed' })
    const [first = ''] = stuck
    const waits = await at.until(first, ({ next }) => JSON.stringify(next).includes('does not answer'))
    expect(['queued', 'preparing']).toContain(waits.state)
    expect(strange.count('POST', '/api/generate/v2')).toBe(1)
    const [looked] = await at.calls['files.inspect']({ files: [join(share, 'photo-0.png')] })
    expect(looked?.problem).toMatch(/its disk does not answer/)
    await disk.mend()
    for (const id of stuck) expect(await at.settled(id)).toMatchObject({ state: 'completed' })
    expect([...strange.taken.values()]).toEqual([1, 1, 1, 1])
  })

  it('does not keep the program from ending (S3)', async () => {
    const at = await engineAt(strange.base, strange.key)
    await at.calls['queue.pause'](undefined)
    at.engine.driver.start()
    const share = newFolder()
    const path = join(share, 'photo.png')
    writeFileSync(path, await disc())
    const id = await order(at, [path])
    await deadDiskOver(share)
    await at.calls['queue.resume'](undefined)
    await at.until(id, ({ state }) => state === 'preparing')
    await at.close()
  })
})
