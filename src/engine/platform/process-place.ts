import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Where a process runs, as far as its number means anything to others. */
export interface ProcessPlace {
  /** The same text, the same place: computer, its start, and the namespace that numbers its processes. */
  text: string
  /** When a process of this place began, as its system counts; null where there is none of that number, or nobody can tell. */
  startOf(pid: number): string | null
  /** Whether what `startOf` says of other processes can be relied on. */
  knowsProcesses: boolean
}

/**
 * Containers and sandboxes (Flatpak, Docker) of one computer share its name and number their processes anew, and homes on
 * a network are shared by computers that may share a name: a process number says something only where the computer's
 * start and the namespace are the same, and where both can be read.
 */
export function thisPlace(): ProcessPlace {
  here ??= placeNow()
  return here
}

/** A process does not leave its namespace, and each claim asks. */
let here: ProcessPlace | null = null

function placeNow(): ProcessPlace {
  try {
    // A /proc of another namespace would tell of other processes.
    if (readlinkSync('/proc/self') !== String(process.pid)) return elsewhere()
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // Starts are told by the clock of the namespace of who asks.
    const spaces = ['pid', 'time'].map((kind) => linkOf(`/proc/self/ns/${kind}`))
    if (boot === '' || spaces[0] === '-') return elsewhere()
    return { text: [word(hostname()), boot, ...spaces].join(' '), startOf: startInProc, knowsProcesses: true }
  } catch {
    return elsewhere()
  }
}

const elsewhere = (): ProcessPlace => ({ text: word(hostname()), startOf: () => null, knowsProcesses: false })

const word = (text: string): string => text.replaceAll(/\s/g, '-') || '-'

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return '-'
  }
}

/** Field 22 of its line, in ticks since the computer started; its name, which may hold anything, ends with the last bracket. */
function startInProc(pid: number): string | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
