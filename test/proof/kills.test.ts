import type { ChildProcess } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { disc } from '../practice/support/images.ts'
import { practiceHome, printroom, type Ran, resultOf } from '../support/terminal.ts'
import { wrongsInHome } from './support/home-checks.ts'
import { endPractice } from './support/practice-process.ts'
import { type Chance, chanceOf } from './support/random.ts'
import { temporaryFolder } from './support/remote.ts'
import { row } from './support/row.ts'
import { batchOf } from './support/terminal-batches.ts'

// Practice's clock and all pauses run 30 times as fast: the second look-up of A8 takes a second, and half a minute may
// pass before a resend would be asked of a person.
const env = { PRINTROOM_TIME_SCALE: '30' }

/** What a terminal says when the first cases, which `npm test` has, kill it: around what is paid, and at both ends. */
const firstMoments = ['submitting', 'downloading', 'running', 'submitting', 'preparing', 'asset']

let picture = ''
beforeAll(async () => {
  picture = join(temporaryFolder(), 'disc.png')
  writeFileSync(picture, await disc())
})
afterAll(() => rmSync(join(picture, '..'), { recursive: true, force: true }))

row(
  {
    name: 'kills',
    title:
      'a batch that is killed at any moment, with its service or without, ends completed after a resume, each receipt charged once (I1, I2, I3, I5, I7, O118, O125)',
    small: firstMoments.length,
    large: 1000,
    atOnce: 3,
    atOnceAlone: 6,
  },
  async ({ index, seed }) => {
    const chance = chanceOf(seed)
    const place = await practiceHome()
    try {
      const batch = [...place.words, '--yes', ...batchOf(chance, picture), '--wait']
      const told: Ran[] = [await killed(chance, batch, firstMoments[index])]
      if (chance.percent(40)) await endPractice(place.home)
      if (chance.percent(35)) {
        told.push(await killed(chance, secondRun(chance, place.words)))
        if (chance.percent(30)) await endPractice(place.home)
      }
      const resumed = await printroom([...place.words, '--yes', 'resume', '--wait'], { env })
      expect(resumed.status, resumed.stderr).toBe(0)
      for (const { state } of resultOf(resumed)) expect(state).toBe('completed')
      const ids = [...told, resumed].flatMap(({ lines }) => lines.filter(({ event }) => event === 'request'))
      expect(await wrongsInHome(place.home, new Set(ids.map(({ id }) => String(id))))).toEqual([])
    } finally {
      await endPractice(place.home)
      await place.remove()
    }
  },
)

/** What goes on after the first kill: the same orders, or new ones beside them. */
const secondRun = (chance: Chance, words: string[]): string[] => [
  ...words,
  '--yes',
  ...(chance.percent(70) ? ['resume'] : batchOf(chance, picture)),
  '--wait',
]

/**
 * Kills a command some time after its start, or after one of its lines, unless it has ended by then.
 * @param moment a state or an event that the line tells of, where it is no matter of chance
 */
function killed(chance: Chance, words: string[], moment?: string): Promise<Ran> {
  const kill = (child: ChildProcess, afterMs: number) => setTimeout(() => child.kill('SIGKILL'), afterMs)
  if (moment === undefined && chance.percent(25)) {
    const afterMs = chance.below(1500)
    return printroom(words, { env, begun: (child) => void kill(child, afterMs) })
  }
  const [line, afterMs] = [1 + chance.below(14), chance.below(60)]
  const isTold = (stdout: string): boolean =>
    moment === undefined ? stdout.split('\n').length > line : stdout.includes(`"${moment}"`)
  let isArmed = false
  return printroom(words, {
    env,
    watch: (child, stdout) => {
      if (isArmed || !isTold(stdout)) return
      isArmed = true
      kill(child, afterMs)
    },
  })
}
