import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/**
 * The most that any process started by this one, and still there, has held in memory at once. Linux only: else 0.
 * @param program only of processes whose command line names it
 */
export function peakBytesOfChildren(program = ''): number {
  const peaks = childrenNamed(program).map((pid) => {
    const [, kibibytes] = /VmHWM:\s+(\d+)/.exec(textOf('status', pid)) ?? []
    return Number(kibibytes ?? 0) * 1024
  })
  return Math.max(0, ...peaks)
}

/** From now on their peaks are counted anew (proc(5), clear_refs). */
export function forgetPeaksOfChildren(program = ''): void {
  for (const pid of childrenNamed(program)) writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** Process ids of those, running, that this one started. */
export function childrenNamed(program: string): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc/self/task')
    .flatMap((thread) => textOf(`${thread}/children`, 'self/task').split(' '))
    .filter((pid) => pid !== '' && textOf('cmdline', pid).includes(program))
}

/** It may have ended meanwhile. */
function textOf(name: string, of: string): string {
  try {
    return readFileSync(`/proc/${of}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
