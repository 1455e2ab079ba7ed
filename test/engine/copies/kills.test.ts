import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { bundle } from '../../support/bundle.ts'
import { engineAt } from '../../support/engine-at.ts'
import { newFolder } from '../../support/folders.ts'
import { pictureSkill, StrangeService } from '../../support/strange-service.ts'

const worker = await bundle(join(import.meta.dirname, '../queue/support/engine-worker.ts'))

/** Drives a home in a process of its own, which is killed at the n-th line that says what is wished. */
async function driveAndKill(home: string, strange: StrangeService, pattern: RegExp, nth: number): Promise<void> {
  const child = spawn(process.execPath, [worker, home, strange.base, strange.key, '100'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let seen = 0
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (pattern.test(line)) seen += 1
    if (seen >= nth) child.kill('SIGKILL')
  })
  await once(child, 'exit')
}

it('each copy of a batch is made once, however often the app is killed while results come home', async () => {
  const folder = newFolder()
  const strange = new StrangeService()
  await strange.open()
  strange.skills.set(
    'cut',
    pictureSkill(3, () => 3),
  )
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const files = await Promise.all(
    names.map(async (name, n) => {
      const path = join(folder, `${name}.png`)
      const create = { width: 24, height: 16, channels: 3, background: { r: n * 20, g: 90, b: 10 } } as const
      writeFileSync(path, await sharp({ create }).png().toBuffer())
      return path
    }),
  )
  const first = await engineAt(strange.base, strange.key)
  const alsoTo = { to: { kind: 'beside' as const }, template: '{source}-{skill}' }
  const ids = await first.approve(await first.calls['quote.skill']({ skill: 'cut', files, alsoTo }))
  await first.close()
  // A request says “completed” again when its copy is made: some of these ends lie between the two.
  for (const [pattern, nth] of [
    [/downloading$/, 1],
    [/completed$/, 1],
    [/completed$/, 2],
    [/completed$/, 1],
  ] as const)
    await driveAndKill(first.home, strange, pattern, nth)
  const last = await engineAt(strange.base, strange.key, { home: first.home })
  last.engine.driver.start()
  for (const id of ids) await last.until(id, ({ state, copies }) => state === 'completed' && copies?.made === 1)
  expect(readdirSync(folder).sort()).toEqual(names.flatMap((name) => [`${name}-cut.png`, `${name}.png`]).sort())
  for (const id of ids) {
    const [asset] = last.engine.store.assets.ofRequest(id)
    const { copies } = await last.calls['requests.receipt']({ id })
    expect(readFileSync(copies?.files[0]?.path ?? '')).toEqual(readFileSync(asset ? last.engine.pathOf(asset) : ''))
  }
}, 180_000)
