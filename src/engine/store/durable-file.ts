import { closeSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { copy, type Point, rename, sync, write } from '../durable.ts'
import { syncFolder } from './journal.ts'

/** What is written, as its points are called. */
type Thing = 'salt' | 'notes' | 'ballast'

/** Writes a small file whole or not at all, synced with its name. */
export function writeDurably(thing: Thing, path: string, content: Uint8Array): void {
  const temporary = `${path}.part`
  try {
    const fd = openSync(temporary, 'w', 0o600)
    try {
      write(`${thing} write`, fd, content)
      sync(`${thing} sync`, fd)
    } finally {
      closeSync(fd)
    }
    renameDurably(`${thing} rename`, temporary, path)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** Copies a file under a temporary name first, synced. */
export function copyDurably(from: string, to: string): void {
  const temporary = `${to}.part`
  try {
    copy('restore copy', from, temporary)
    syncFile('restore sync', temporary)
    renameDurably('restore rename', temporary, to)
  } finally {
    rmSync(temporary, { force: true })
  }
}

export function renameDurably(point: Point, from: string, to: string): void {
  rename(point, from, to)
  syncFolder(dirname(to))
}

export function syncFile(point: Point, path: string): void {
  const fd = openSync(path, 'r+')
  try {
    sync(point, fd)
  } finally {
    closeSync(fd)
  }
}
