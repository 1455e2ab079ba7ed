import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Where Linux names the disks that are there by what their file systems bear. */
const byName = '/dev/disk/by-uuid'

/**
 * The name that the disk under a folder bears itself, whatever it is plugged into; null where the system does not tell.
 * @param dev the folder's, from `stat`
 */
export async function diskOf(dev: bigint): Promise<string | null> {
  // Windows gives the volume's serial number there; only newer systems fill the upper half.
  if (process.platform === 'win32') return String(BigInt.asUintN(32, dev))
  if (process.platform !== 'linux') return null
  for (const name of await readdir(byName).catch(() => [])) {
    const device = await stat(join(byName, name), { bigint: true }).catch(() => null)
    if (device?.rdev === dev) return name
  }
  return null
}
