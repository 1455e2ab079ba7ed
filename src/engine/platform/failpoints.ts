import { copyFileSync, fdatasyncSync, fsyncSync, ftruncateSync, renameSync, writeSync } from 'node:fs'
import { type FileHandle, rename as renameThere } from 'node:fs/promises'

/** Borders of the network: what leaves, and what comes. */
export const networkPoints = [
  'submit',
  'look-up',
  'poll',
  'upload',
  'read of a list',
  'account call',
  'download',
] as const

/**
 * Every moment that changes what is left behind if the process dies: writes to disk, and what leaves for the network
 * or comes from it. The proofs crash the engine before and after each of them; a call of that kind that has no point
 * fails the borders check.
 */
export const points = [
  'journal room',
  'journal write',
  'journal sync',
  'journal rewrite',
  'journal rewrite sync',
  'journal cut',
  'journal cut sync',
  'journal trim',
  'folder sync',
  'receipts commit',
  'receipts take-back commit',
  'receipts recovery commit',
  'journal trim commit',
  'refill commit',
  'assets commit',
  'trash commit',
  'keep commit',
  'copies commit',
  'watch commit',
  'claim commit',
  'migration commit',
  'opening commit',
  'salt write',
  'salt sync',
  'salt rename',
  'notes write',
  'notes sync',
  'notes rename',
  'ballast write',
  'ballast sync',
  'ballast rename',
  'pasted write',
  'pasted sync',
  'pasted rename',
  'backup copy',
  'backup sync',
  'backup rename',
  'restore copy',
  'restore sync',
  'restore rename',
  'set-aside rename',
  'settings write',
  'settings sync',
  'settings rename',
  'library copy',
  'library sync',
  'library rename',
  'library removal',
  'library mark write',
  'library mark sync',
  'library mark rename',
  'source copy',
  'source sync',
  'source rename',
  'result copy',
  'result copy sync',
  'result copy name',
  'result mark write',
  'result mark sync',
  'order mark write',
  'order mark sync',
  'result sync',
  'result rename',
  'export write',
  'export sync',
  'export rename',
  ...networkPoints,
] as const
export type Point = (typeof points)[number]

type Watcher = (point: Point, side: 'before' | 'after') => void

let watcher: Watcher | null = null

/** For proofs alone: what the watcher throws is as if the call had failed, or the process had died, right there. */
export function watchPoints(watch: Watcher | null): void {
  watcher = watch
}

export function reach(point: Point, side: 'before' | 'after'): void {
  watcher?.(point, side)
}

function at<T>(point: Point, act: () => T): T {
  reach(point, 'before')
  const result = act()
  reach(point, 'after')
  return result
}

export async function atLater<T>(point: Point, act: () => Promise<T>): Promise<T> {
  reach(point, 'before')
  const result = await act()
  reach(point, 'after')
  return result
}

/** Writes all of it, at a place or where the descriptor stands. */
export function write(point: Point, fd: number, bytes: Uint8Array, position: number | null = null): void {
  at(point, () => {
    for (let done = 0; done < bytes.length; )
      done += writeSync(fd, bytes, done, bytes.length - done, position === null ? null : position + done)
  })
}

export const sync = (point: Point, fd: number): void => at(point, () => fsyncSync(fd))
export const syncData = (point: Point, fd: number): void => at(point, () => fdatasyncSync(fd))
export const syncHandle = (point: Point, file: FileHandle): Promise<void> => atLater(point, () => file.sync())
export const truncate = (point: Point, fd: number, size: number): void => at(point, () => ftruncateSync(fd, size))
export const rename = (point: Point, from: string, to: string): void => at(point, () => renameSync(from, to))
export const renameLater = (point: Point, from: string, to: string): Promise<void> =>
  atLater(point, () => renameThere(from, to))
export const copy = (point: Point, from: string, to: string): void => at(point, () => copyFileSync(from, to))
