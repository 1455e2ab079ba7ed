import { spawn } from 'node:child_process'
import { watchPoints } from '../../src/engine/platform/failpoints.ts'

/**
 * In a worker: it is killed right after the n-th change of the disk that is of the kinds that are tried, and before the
 * first; a kill leaves no time to tidy up.
 */
export function dieAtReach(nth: number, tried: RegExp): void {
  let reached = 0
  watchPoints((point, side) => {
    if (!tried.test(point) || (side === 'before' && reached > 0)) return
    reached += 1
    if (reached === nth) process.kill(process.pid, 'SIGKILL')
  })
}

/** How a worker that was told where to die came to its end: killed, or past its last reach and whole. */
async function life(worker: string, args: readonly string[]): Promise<'killed' | 'whole'> {
  const child = spawn(process.execPath, [worker, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  let trouble = ''
  child.stderr.on('data', (chunk: Buffer) => {
    trouble += chunk.toString()
  })
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.once('close', (...how) => resolve(how)),
  )
  if (signal === 'SIGKILL') return 'killed'
  if (code !== 0) throw new Error(`The worker ended with ${code}: ${trouble}`)
  return 'whole'
}

/**
 * Kills a worker at its first reach, another one at its second, and so on until one comes to its end; two at once.
 * @param setUp makes what a worker works on; its arguments, before the number of its last reach
 * @param after what must hold whatever instant it was killed at
 * @returns how many were killed
 */
export async function killedAtEveryReach<T>(
  worker: string,
  setUp: () => Promise<{ args: readonly string[]; made: T }>,
  after: (made: T, nth: number) => Promise<void>,
): Promise<number> {
  let [next, killed, isOver] = [1, 0, false]
  const lane = async (): Promise<void> => {
    while (!isOver) {
      const nth = next
      next += 1
      const { args, made } = await setUp()
      if ((await life(worker, [...args, String(nth)])) === 'killed') killed += 1
      else isOver = true
      await after(made, nth)
    }
  }
  await Promise.all([lane(), lane()])
  return killed
}
