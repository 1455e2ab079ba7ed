import { execFileSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

export interface Process {
  pid: number
  command: string
}

/** Every process below this one, as `ps` of Linux and macOS tells it. */
export function processesBelow(top: number): Process[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((row) => row !== null)
    .map(([, pid, parent, command = '']) => ({ pid: Number(pid), parent: Number(parent), command }))
  const below = (parent: number): typeof rows =>
    rows.filter((row) => row.parent === parent).flatMap((row) => [row, ...below(row.pid)])
  return below(top)
}

/** By what they run: their own programs (image-worker.mjs), or as Electron names a utility process. */
export const workersAmong = (processes: readonly Process[]): Process[] =>
  processes.filter(({ command }) => /image-worker\.mjs|Printroom pictures/.test(command))

/** A child of the app may come a moment later: looks until there is one, for as long as a test has patience. */
export async function found<T>(look: () => T[], patienceMs = 20_000): Promise<T[]> {
  for (const since = Date.now(); Date.now() - since < patienceMs; await wait(200)) {
    const all = look()
    if (all.length > 0) return all
  }
  return []
}
