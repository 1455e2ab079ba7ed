import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { newFolder } from './folders.ts'

/** Runs a shell script; what stands behind it is `$0`, `$1` and so on. */
function shell(script: string, ...words: string[]): void {
  execFileSync('sh', ['-c', script, ...words], { stdio: 'ignore' })
}

const canMount = (() => {
  try {
    if (process.getuid?.() !== 0 || process.platform !== 'linux') return false
    shell('d=$(mktemp -d) && mount -t tmpfs -o size=1m tmpfs "$d" && umount "$d" && rmdir "$d"')
    return true
  } catch {
    return false
  }
})()

/** Whether this account may mount disks. @param what is skipped where it may not: said once a file */
export function mayMount(what: string): boolean {
  if (!canMount) console.log(`${what} are skipped: this account may not mount a disk`)
  return canMount
}

/** A disk of a few MB of its own. */
export function smallDisk(): string {
  const folder = newFolder()
  shell('mount -t tmpfs -o size=6m tmpfs "$0"', folder)
  onTestFinished(() => shell('umount -l "$0"', folder))
  return folder
}

/** From now on it can only be read. */
export function writeProtect(disk: string): void {
  shell('mount -o remount,ro "$0"', disk)
}

export function writable(disk: string): void {
  shell('mount -o remount,rw "$0"', disk)
}

/** Takes every block that is left. */
export function fill(folder: string, name = 'filler'): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize > 8 * 2 ** 20) throw new Error('this is not the small disk')
  if (bavail > 0) writeFileSync(join(folder, name), Buffer.alloc(bavail * bsize, 1))
}

/**
 * Lays a file system over a folder whose server never says a word: whoever asks for anything in it waits for ever, as with
 * a share that is mounted hard and gone.
 */
export async function deadDiskOver(folder: string): Promise<{ mend(): Promise<void> }> {
  const script = `exec 9<>/dev/fuse
    mount -i -t fuse -o fd=9,rootmode=40000,user_id=0,group_id=0 none "$0" && echo mounted
    exec sleep 600`
  const server = spawn('sh', ['-c', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(server.stdout, 'data')
  let isMended = false
  const mend = async (): Promise<void> => {
    if (isMended) return
    isMended = true
    shell('umount -f -l "$0"', folder)
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  onTestFinished(mend)
  return { mend }
}

/** The same in one moment, for a disk that dies between two steps of a work. */
export function deadDiskOverNow(folder: string): { mend(): void } {
  const script = `exec 9<>/dev/fuse
    mount -i -t fuse -o fd=9,rootmode=40000,user_id=0,group_id=0 none "$0" || exit 1
    sleep 600 >/dev/null 2>&1 &
    echo $!`
  const pid = Number(execFileSync('sh', ['-c', script, folder], { encoding: 'utf8' }))
  let isMended = false
  const mend = (): void => {
    if (isMended) return
    isMended = true
    shell('umount -f -l "$0"', folder)
    process.kill(pid, 'SIGKILL')
  }
  onTestFinished(mend)
  return { mend }
}
