import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { newFolder } from '../../support/folders.ts'
import { deadDiskOver, mayMount } from '../../support/small-disk.ts'
import { pictureSkill, StrangeService } from '../../support/strange-service.ts'

let strange: StrangeService
let at: EngineAt
beforeEach(async () => {
  strange = new StrangeService()
  await strange.open()
  strange.skills.set(
    'cut',
    pictureSkill(3, () => 3),
  )
  at = await engineAt(strange.base, strange.key)
  at.engine.driver.start()
})

async function ordered(n: number, folder: string | null): Promise<string> {
  const path = join(newFolder(), `fox-${n}.png`)
  const create = { width: 24, height: 16, channels: 3, background: { r: n, g: 90, b: 10 } } as const
  writeFileSync(path, await sharp({ create }).png().toBuffer())
  const alsoTo = folder === null ? {} : { alsoTo: { to: { kind: 'folder' as const, folder }, template: '{source}' } }
  const [id = ''] = await at.approve(await at.calls['quote.skill']({ skill: 'cut', files: [path], ...alsoTo }))
  return id
}

describe.runIf(mayMount('tests of copies to a disk that does not answer'))('copies to a disk that is dead', () => {
  it('are said not to be made, and hold up no result and not the end of the program (S3)', async () => {
    const folder = newFolder()
    await at.engine.driver.pause(true)
    const ids = [await ordered(1, folder), await ordered(2, folder), await ordered(3, null)]
    const disk = await deadDiskOver(folder)
    await at.engine.driver.pause(false)
    for (const id of ids) expect(await at.settled(id)).toMatchObject({ state: 'completed' })
    const [first = ''] = ids
    const said = async () => JSON.stringify((await at.calls['requests.receipt']({ id: first })).copies)
    await expect.poll(said, { timeout: 20_000 }).toContain('does not answer')
    expect(await at.settled(await ordered(4, null))).toMatchObject({ state: 'completed' })
    const begunMs = performance.now()
    await at.close()
    expect(performance.now() - begunMs).toBeLessThan(8000)
    await disk.mend()
  }, 60_000)
})
