import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Client, startPractice, until } from '../../practice/support/practice.ts'
import { newFolder } from '../../support/folders.ts'
import { chargesOf, newRig, postsOf, type Rig, scale } from './support/rig.ts'

interface Other {
  child: ChildProcess
  /** Resolves when the other process has printed such a line. */
  said(pattern: RegExp): Promise<void>
}

function otherEngine(home: string, practice: Client): Other {
  const worker = join(import.meta.dirname, 'support', 'engine-worker.ts')
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

  it('the second refuses acts that only the driver can do, in words', async () => {
    await expect(rig.engine.driver.cancel('any')).rejects.toThrow(/Another Printroom/)
  })

  it('the second takes over within 5 seconds of the first’s death and finds its orders again (O118, I3, I5)', async () => {
    const id = await rig.orderPicture()
    await other.said(new RegExp(`${id} running`))
    other.child.kill('SIGKILL')
    const start = performance.now()
    await until(() => (rig.engine.driver.drives ? true : null))
    expect(performance.now() - start).toBeLessThan(5000)
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
