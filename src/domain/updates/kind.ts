/** How this copy was installed, and so how another takes its place. `null`: it cannot be replaced by itself. */
export type PackageKind = 'appimage' | 'deb' | 'nsis' | 'mac'

interface Copy {
  platform: string
  env: Readonly<Record<string, string | undefined>>
  execPath: string
  /** What the package wrote about itself (`package-type` in its resources), null where it wrote nothing. */
  packageType: string | null
  isPackaged: boolean
}

/**
 * A program that another AppImage starts inherits that one's APPIMAGE: it is believed only by a program that lies in the
 * folder which came with it, or another program's file would be overwritten.
 */
export function packageKind({ platform, env, execPath, packageType, isPackaged }: Copy): PackageKind | null {
  const { APPIMAGE, APPDIR } = env
  if (platform === 'linux') {
    if (packageType?.trim() === 'deb') return isPackaged ? 'deb' : null
    const isOwn = APPDIR?.startsWith('/') && execPath.startsWith(`${APPDIR.replace(/\/+$/, '')}/`)
    return isOwn && APPIMAGE?.startsWith('/') && !APPIMAGE.includes('\0') ? 'appimage' : null
  }
  if (!isPackaged) return null
  // The portable one is unpacked anew at every start; nothing is installed that could be replaced.
  if (platform === 'win32') return env.PORTABLE_EXECUTABLE_FILE === undefined ? 'nsis' : null
  return platform === 'darwin' ? 'mac' : null
}

/** What the file of an update ends in. A copy that cannot be replaced looks for what its system would install. */
export function fileEnding(kind: PackageKind | null, platform: string): string {
  if (kind === 'deb') return '.deb'
  if (kind === 'nsis' || platform === 'win32') return '.exe'
  return platform === 'darwin' ? '.zip' : '.AppImage'
}

/** Whether it can be put in place while the app closes without asking anybody for anything. */
export const installsOnQuit = (kind: PackageKind | null): boolean => kind === 'appimage' || kind === 'nsis'

/** Whether another program puts it in place once this one has ended: what came of it is seen at the next start. */
export const isHandedOver = (kind: PackageKind | null): boolean => kind === 'nsis' || kind === 'mac'
