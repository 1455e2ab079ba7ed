import { closeSync, copyFileSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder } from './journal.ts'

/** Writes a small file whole or not at all, synced with its name. */
export function writeDurably(path: string, content: Uint8Array): void {
  const temporary = `${path}.part`
  try {
    const fd = openSync(temporary, 'w', 0o600)
    try {
      for (let written = 0; written < content.length; ) written += writeSync(fd, content, written)
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    renameDurably(temporary, path)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** Copies a file under a temporary name first, synced. */
export function copyDurably(from: string, to: string): void {
  const temporary = `${to}.part`
  try {
    copyFileSync(from, temporary)
    syncFile(temporary)
    renameDurably(temporary, to)
  } finally {
    rmSync(temporary, { force: true })
  }
}

export function renameDurably(from: string, to: string): void {
  renameSync(from, to)
  syncFolder(dirname(to))
}

export function syncFile(path: string): void {
  const fd = openSync(path, 'r+')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
