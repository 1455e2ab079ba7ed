import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { copyNewResults, whyNotCopied } from '../../../src/cli/copies.ts'
import { watchPoints } from '../../../src/engine/platform/failpoints.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { newFolder } from '../../support/folders.ts'
import { deadDiskOver, deadDiskOverNow, mayMount } from '../../support/small-disk.ts'
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
    await expect.poll(said).toContain('does not answer')
    expect(await at.settled(await ordered(4, null))).toMatchObject({ state: 'completed' })
    await at.close()
    await disk.mend()
  })

  it('are said not to be made where it dies in the middle of one; the next to another folder is made (S3)', async () => {
    const [folder, other] = [newFolder(), newFolder()]
    let isDead = false
    watchPoints((point, side) => {
      if (point !== 'result copy' || side === 'after' || isDead) return
      isDead = true
      deadDiskOverNow(folder)
    })
    onTestFinished(() => watchPoints(null))
    const [id, next] = [await ordered(1, folder), await ordered(2, other)]
    for (const one of [id, next]) expect(await at.settled(one)).toMatchObject({ state: 'completed', owed: [] })
    const said = async (of: string) => JSON.stringify((await at.calls['requests.receipt']({ id: of })).copies)
    await expect.poll(() => said(id)).toContain('does not answer')
    await expect.poll(() => said(next)).toContain('fox-2.png')
    await at.close()
  })
})

it.runIf(mayMount('a test of --out on a disk that dies in the middle of a copy'))(
  'a copy of --out ends in words where its disk dies in the middle of it (S3)',
  async () => {
    const folder = newFolder()
    const from = join(newFolder(), 'fox.png')
    writeFileSync(from, 'a fox')
    watchPoints((point, side) => {
      if (point === 'result copy' && side === 'before') deadDiskOverNow(folder)
    })
    onTestFinished(() => watchPoints(null))
    const copying = copyNewResults(from, folder, (n) => `fox-${n}.png`, 5)
    expect(whyNotCopied(await copying.catch((error: unknown) => error))).toBe('its disk does not answer')
  },
)
