import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Client, startPractice, until } from '../../practice/support/practice.ts'
import { bundle } from '../../support/bundle.ts'
import { newFolder } from '../../support/folders.ts'
import { chargesOf, newRig, postsOf, type Rig, scale } from './support/rig.ts'

const worker = await bundle(join(import.meta.dirname, 'support', 'engine-worker.ts'))

interface Other {
  child: ChildProcess
  /** Resolves when the other process has printed such a line. */
  said(pattern: RegExp): Promise<void>
}

function otherEngine(home: string, practice: Client): Other {
  const args = [worker, home, practice.practice.url, practice.key(), String(scale)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  return {
    child,
    said: async (pattern) => {
      await until(() => (lines.some((line) => pattern.test(line)) ? true : null))
    },
  }
}

describe('two engines at one home', () => {
  let practice: Client
  let other: Other
  let rig: Rig

  beforeEach(async () => {
    practice = await startPractice({ timeScale: scale })
    const home = newFolder()
    other = otherEngine(home, practice)
    await other.said(/^drives$/)
    rig = await newRig(practice, { home })
    rig.engine.driver.start()
  })

  it('the second only watches and adds; it tells what the first does, and each order is sent once (I3)', async () => {
    expect(rig.engine.driver.drives).toBe(false)
    const ids = [await rig.orderPicture(), await rig.orderCutout(), await rig.orderPicture()]
    for (const id of ids) {
      expect(await rig.ended(id)).toMatchObject({ state: 'completed' })
      expect(await postsOf(practice, id)).toHaveLength(1)
      expect(await chargesOf(practice, id)).toHaveLength(1)
    }
    expect(rig.engine.driver.drives).toBe(false)
  })

  it('the second takes an order out that the first has not sent, and the first does not send it (I2, I8)', async () => {
    rig.engine.driver.pause(true)
    const id = await rig.orderPicture()
    await rig.engine.driver.cancel(id)
    expect(rig.engine.store.receipts.get(id)?.phase).toBe('cancelled')
    rig.engine.driver.pause(false)
    const next = await rig.orderPicture('another')
    expect(await rig.ended(next)).toMatchObject({ state: 'completed' })
    expect(await postsOf(practice, id)).toEqual([])
    expect(rig.engine.store.receipts.get(id)?.phase).toBe('cancelled')
  })

  it('taking out and sending at the same moment end as one or the other, never both (I2, I3, I5)', async () => {
    for (const delayMs of [0, 20, 60, 120, 200, 300]) {
      const id = await rig.orderPicture(`race ${delayMs}`)
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      await rig.engine.driver.cancel(id).catch((error: unknown) => expect(String(error)).toMatch(/under way/))
      const view = await rig.ended(id)
      const charges = await chargesOf(practice, id)
      expect([view.state, charges.length]).toEqual(view.state === 'cancelled' ? ['cancelled', 0] : ['completed', 1])
    }
  })

  it('the second takes over after the first’s death and finds its orders again (O118, I3, I5)', async () => {
    const id = await rig.orderPicture()
    await other.said(new RegExp(`${id} running`))
    other.child.kill('SIGKILL')
    await until(() => (rig.engine.driver.drives ? true : null))
    expect(await rig.ended(id)).toMatchObject({ state: 'completed' })
    expect(await postsOf(practice, id)).toHaveLength(1)
    expect(await chargesOf(practice, id)).toHaveLength(1)
  })

  it('one that was stopped and goes on later sends nothing under its old claim (I3)', async () => {
    other.child.kill('SIGSTOP')
    const id = await rig.orderPicture()
    await until(() => (rig.engine.driver.drives ? true : null))
    other.child.kill('SIGCONT')
    expect(await rig.ended(id)).toMatchObject({ state: 'completed' })
    await other.said(new RegExp(`${id} completed`))
    expect(rig.engine.driver.drives).toBe(true)
    expect(await postsOf(practice, id)).toHaveLength(1)
  })
})
