import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { chmod, copyFile, lstat, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf } from '../../domain/error-code.ts'

interface Versions {
  /** Of the one that runs. */
  old: string
  next: string
}

/**
 * Puts a downloaded AppImage in place of the one that runs. electron-updater would take the old one away first and then
 * move the new one over from another disk: on a full disk nothing would be left. Here the new one is whole beside the old
 * one before it takes its name. The old version in that name becomes the new one, where no other file has that name.
 * @returns where it lies now
 * @throws what the disk says; the old one is in its place then
 */
export async function replaceAppImage(current: string, downloaded: string, versions: Versions): Promise<string> {
  const beside = join(dirname(current), `.${basename(current)}.new`)
  let taken: string | null = null
  try {
    await rm(beside, { force: true })
    await copyFile(downloaded, beside, constants.COPYFILE_EXCL)
    await chmod(beside, 0o755)
    const file = await open(beside, 'r')
    await file.sync().finally(() => file.close())
    taken = await takeName(current, versions)
    await rename(beside, taken ?? current)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined)
    if (taken !== null) await rm(taken, { force: true }).catch(() => undefined)
    throw error
  }
  if (taken !== null) await rm(current, { force: true }).catch(() => undefined)
  return taken ?? current
}

/**
 * Reserves the name with the new version by an empty file, so that no other file is ever overwritten. One that is there is
 * what a power cut has left of an earlier time. Null where the name holds no version, or somebody has the new one already.
 */
async function takeName(current: string, { old, next }: Versions): Promise<string | null> {
  const name = basename(current)
  const whole = new RegExp(`(?<![\\d.])${old.replaceAll(/[.+]/g, '\\$&')}(?!\\.?\\d)`)
  const renamed = name.replace(whole, () => next)
  if (renamed === name) return null
  const path = join(dirname(current), renamed)
  try {
    await (await open(path, 'wx')).close()
    return path
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    const there = await lstat(path)
    return there.isFile() && there.size === 0 ? path : null
  }
}

/** Starts it beside this app, which is about to end. */
export function startAppImage(path: string): void {
  const { APPIMAGE, APPDIR, ARGV0, OWD, ...env } = process.env
  spawn(path, [], { detached: true, stdio: 'ignore', env })
    .on('error', () => undefined)
    .unref()
}
