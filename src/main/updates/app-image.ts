import { spawn } from 'node:child_process'
import { chmod, copyFile, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Puts a downloaded AppImage in place of the one that runs. electron-updater would take the old one away first and then
 * move the new one over from another disk: on a full disk nothing would be left. Here the new one is whole beside the old
 * one before it takes its name. A name with a version in it becomes the new one's name.
 * @returns where it lies now
 * @throws what the disk says; the old one is in its place then
 */
export async function replaceAppImage(current: string, downloaded: string): Promise<string> {
  const isVersioned = /\d+\.\d+\.\d+/.test(basename(current))
  const target = isVersioned ? join(dirname(current), basename(downloaded)) : current
  const beside = join(dirname(current), `.${basename(target)}.new`)
  try {
    await copyFile(downloaded, beside)
    await chmod(beside, 0o755)
    const file = await open(beside, 'r')
    await file.sync().finally(() => file.close())
    await rename(beside, target)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined)
    throw error
  }
  if (target !== current) await rm(current, { force: true }).catch(() => undefined)
  return target
}

/** Starts it beside this app, which is about to end. */
export function startAppImage(path: string): void {
  const { APPIMAGE, APPDIR, ARGV0, OWD, ...env } = process.env
  spawn(path, [], { detached: true, stdio: 'ignore', env })
    .on('error', () => undefined)
    .unref()
}
