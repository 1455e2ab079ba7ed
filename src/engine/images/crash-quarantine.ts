import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { answered } from '../platform/disk-answer.ts'
import type { Task } from './messages.ts'

/** In tenths of what a file may cost. That a computer is slow is no fault of the file, which is waited for in other places. */
const costs = { died: 5, memory: 5, timeout: 2 }
const limit = 10

export interface CrashQuarantine {
  /** Whether this very file has cost workers so often that it is not tried again. */
  isBlocked(task: Task): Promise<boolean>
  add(task: Task, how: keyof typeof costs): Promise<void>
}

/**
 * Remembers the files that killed or hung a worker, so that no file is tried for ever. A file that was
 * written anew under the same name is another file.
 */
export function createCrashQuarantine(): CrashQuarantine {
  const counts = new Map<string, number>()
  const known = new Set<string>()
  return {
    isBlocked: async (task) => {
      if (!('path' in task) || !known.has(task.path)) return false
      const key = await keyOf(task)
      return key !== null && (counts.get(key) ?? 0) >= limit
    },
    add: async (task, how) => {
      if (!('path' in task) || isLook(task)) return
      const key = await keyOf(task)
      if (key === null) return
      known.add(task.path)
      counts.set(key, (counts.get(key) ?? 0) + costs[how])
    },
  }
}

/** What a disk does not answer is no fault of a file, and it is not asked once more here. */
const isLook = ({ op }: Task): boolean => op === 'hash' || op === 'list'

/** Of several together none is blamed: they are tried one by one after that. */
async function keyOf(task: Task): Promise<string | null> {
  if (!('path' in task)) return null
  const { op, path } = task
  try {
    // What the worker waited for in vain may never answer here either.
    const { size, mtimeMs, ino } = await answered(dirname(path), () => stat(path))
    return `${op} ${size} ${mtimeMs} ${ino} ${path}`
  } catch {
    return null
  }
}
