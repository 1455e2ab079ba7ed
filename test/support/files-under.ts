import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../../src/domain/error-code.ts'

/** Every file below a folder; sockets, links to nowhere and the like are left out. */
export function filesUnder(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    const entry = statSync(path, { throwIfNoEntry: false })
    return entry?.isDirectory() ? filesUnder(path) : entry?.isFile() ? [path] : []
  })
}

/** A file of a program that still runs; null where it went away since its folder was listed, as a rollback journal does. */
export function bytesOf(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** The files below a folder that hold one of these texts. Never of no file at all: nothing was searched then. */
export function filesWith(folder: string, texts: readonly string[]): string[] {
  const files = filesUnder(folder)
  if (files.length === 0) throw new Error(`no file below ${folder} to look into`)
  return files.filter((file) => {
    const bytes = bytesOf(file)
    return texts.some((text) => bytes?.includes(text))
  })
}
