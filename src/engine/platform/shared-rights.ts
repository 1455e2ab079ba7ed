import { constants, type Stats } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'

/** In a folder of such a kind nobody changes what is another's. */
const sticky = 0o1000
/** Rights of all, and the group that goes on to what is made inside. */
const folderBits = 0o3777

/**
 * What a Printroom makes in a folder of several people is of use to the others only where they have the rights on it that
 * they have on the folder. Given outright, as each account's umask would take them away, with the folder's owner and group
 * where this account may do that. Nothing is taken away, and where the disk or the system refuses it stays as it is: whoever
 * cannot use it then says so.
 * @param made open, and made there by this account; anything else is left alone
 */
export async function shareAs(folder: string, made: FileHandle): Promise<void> {
  if (process.platform === 'win32') return
  try {
    const [its, own] = [await stat(folder), await made.stat()]
    if (!isOurs(own)) return
    if (own.uid !== its.uid || own.gid !== its.gid)
      await made.chown(its.uid, its.gid).catch(() => made.chown(own.uid, its.gid).catch(() => undefined))
    const { mode } = await made.stat()
    const wanted = (mode | bitsOf(its, own)) & 0o7777
    if (wanted !== (mode & 0o7777)) await made.chmod(wanted)
  } catch {
    return
  }
}

/** A second name of a file somewhere else would open that one to everybody. */
const isOurs = (made: Stats): boolean => made.uid === process.geteuid?.() && (made.isDirectory() || made.nlink === 1)

function bitsOf(folder: Stats, made: Stats): number {
  if (made.isDirectory()) return folder.mode & folderBits
  return folder.mode & (folder.mode & sticky ? 0o444 : 0o666)
}

/** The same for a folder that was made there. A link in its place is not followed. */
export async function shareFolderAs(folder: string, made: string): Promise<void> {
  if (process.platform === 'win32') return
  const how = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0)
  const handle = await open(made, how).catch(() => null)
  if (handle === null) return
  await shareAs(folder, handle).finally(() => handle.close())
}
