import { readdirSync, readFileSync } from 'node:fs'

/** What a piece of work took of the clock and of the processors. */
export interface Cost {
  wallMs: number
  /** Of this process and of those that it started and that have ended. */
  cpuMs: number
}

/** Linux counts in hundredths of a second for whoever asks through /proc. */
const tickMs = 10

/** Only Linux tells a process what its children took, and where the rows say so it is Debian that they need. */
export async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const [cpuBefore, began] = [cpuMsNow(), performance.now()]
  await work()
  return { wallMs: performance.now() - began, cpuMs: cpuMsNow() - cpuBefore }
}

function cpuMsNow(): number {
  return ticksOf('self').reduce((sum, ticks) => sum + ticks * tickMs, 0)
}

/** proc(5): utime, stime, cutime and cstime, after a name that may hold anything but a closing bracket. */
function ticksOf(pid: string): number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).map(Number)
}

/** Of the processes that this one started and that go on: workers between two pieces of work. */
function cpuMsOfChildren(): number {
  const children = readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  )
  return children.flatMap(ticksOf).reduce((sum, ticks) => sum + ticks * tickMs, 0)
}

/** What workers that go on meanwhile took for it. */
export async function costOfChildren(work: () => Promise<unknown>): Promise<Cost> {
  const [cpuBefore, began] = [cpuMsOfChildren(), performance.now()]
  await work()
  return { wallMs: performance.now() - began, cpuMs: cpuMsOfChildren() - cpuBefore }
}

/** Milliseconds of processor of this process and of all that it has started, whether they ended or go on. */
export const cpuMsOfAll = (): number => cpuMsNow() + cpuMsOfChildren()

export async function costOfAll(work: () => Promise<unknown>): Promise<Cost> {
  const [cpuBefore, began] = [cpuMsOfAll(), performance.now()]
  await work()
  return { wallMs: performance.now() - began, cpuMs: cpuMsOfAll() - cpuBefore }
}

export const sumOf = (costs: Cost[]): Cost => ({
  wallMs: costs.reduce((sum, { wallMs }) => sum + wallMs, 0),
  cpuMs: costs.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
})
