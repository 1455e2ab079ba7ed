import { closeSync, openSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { copy, type Point, rename, renameLater, sync, syncHandle, write } from './failpoints.ts'

/** What is written, as its points are called. */
type Thing = 'salt' | 'notes' | 'ballast' | 'pasted' | 'settings' | 'library mark'

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

/** As `renameDurably`, without holding up the thread: results come home many at once, and to disks that may not answer. */
export async function renameDurablyLater(point: Point, from: string, to: string): Promise<void> {
  await renameLater(point, from, to)
  await syncFolderLater(dirname(to))
}

/** Makes a new name in a folder durable; Windows cannot sync a folder and does not need it. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const fd = openSync(folder, 'r')
  try {
    sync('folder sync', fd)
  } finally {
    closeSync(fd)
  }
}

/** Names in a folder that were given or taken away are on disk. */
export async function syncFolderLater(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await syncHandle('folder sync', folder)
  } finally {
    await folder.close()
  }
}

export function syncFile(point: Point, path: string): void {
  const fd = openSync(path, 'r+')
  try {
    sync(point, fd)
  } finally {
    closeSync(fd)
  }
}
