import { readFile } from 'node:fs/promises'
import { arch, platform } from 'node:process'
import type { AppAdapter } from 'electron-updater/out/AppAdapter.js'
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js'
import { fileEnding, type PackageKind } from '../../domain/updates/kind.ts'
import { type Release, readRelease } from '../../domain/updates/release.ts'
import { isNewer } from '../../domain/updates/version.ts'
import { type Installer, put } from './put.ts'
import { isSigned } from './signature.ts'
import { isSound, UpdateError, type UpdateSource } from './source.ts'

export interface UpdaterOptions {
  /** Without a slash at its end. */
  address: string
  kind: PackageKind | null
  /** Whose list is believed (signature.ts); null: this copy came with none, and installs nothing. */
  publicKey: string | null
  version: string
  source: UpdateSource
  /** What the package says of itself (app-update.yml): on Windows whose signature a package must carry. */
  packageFile: string
  /** A folder of its own, which is made, filled and emptied here. */
  cacheFolder: string
  name: string
  relaunch: () => void
  quit: () => void
}

/** One address, asked for a newer version. */
export interface Updater {
  /** @returns the newer version, or null where there is none */
  check(): Promise<Release | null>
  download(onBytes: (done: number) => void): Promise<void>
  /**
   * Looks at the downloaded file once more and puts it in place; the app must end next.
   * @param restart starts the new version, where the app does not have to end for that first
   * @throws what stood in the way; nothing was installed then
   */
  install(restart: boolean): Promise<void>
}

const mostListBytes = 256 * 1024
const mostSignatureBytes = 1024
const folderName = 'updates'

const unsigned =
  'The list of versions at the address has no signature of whoever made this copy of Printroom, so that nothing of it is believed. Nothing was downloaded.'

/** electron-updater for this copy. What it would fetch by itself goes through `source`; nothing else is sent. */
export async function makeUpdater(options: UpdaterOptions): Promise<Updater> {
  const { address, kind, publicKey, version, source } = options
  const providers = await import('electron-updater/out/providers/Provider.js')
  const base = new URL(`${address}/`)
  let newest: Release | null = null
  let downloaded: string | null = null
  let tell: (done: number) => void = () => undefined

  /** All that electron-updater fetches beside the list. */
  const httpExecutor = {
    download: async (url: URL, path: string): Promise<string> => {
      if (newest === null) throw new UpdateError('No version is known that could be downloaded.')
      await source.save(url, path, newest.file, tell)
      return path
    },
  }
  const Platform = await platformUpdater(kind)
  const updater = new Platform(undefined, adapterOf(options))
  takeAwayItsChoices(updater)
  const packageSays = await readFile(options.packageFile, 'utf8').catch(() => null)
  const config =
    packageSays === null ? {} : parsed(() => providers.parseUpdateInfo(packageSays, 'app-update.yml', base))
  Object.assign(updater, {
    httpExecutor,
    stagingUserIdPromise: { value: Promise.resolve('') },
    configOnDisk: { value: Promise.resolve({ ...Object(config), updaterCacheDirName: folderName }) },
  })
  const updateProvider = strictProvider(providers, base, options, (release) => {
    newest = release
  })
  updater.setFeedURL({ provider: 'custom', updateProvider: updateProvider as never })
  updater.on('error', () => undefined)

  return {
    check: async () => {
      const result = await updater.checkForUpdates()
      const isThere = result?.isUpdateAvailable === true && newest !== null && isNewer(newest.version, version)
      return isThere ? newest : null
    },
    download: async (onBytes) => {
      tell = onBytes
      const [path] = await updater.downloadUpdate()
      downloaded = path ?? null
    },
    install: async (restart) => {
      if (newest === null || downloaded === null)
        throw new UpdateError('Nothing is downloaded that could be installed.')
      if (publicKey === null) throw new UpdateError(withoutKey)
      if (!isNewer(newest.version, version) || !(await isSound(downloaded, newest.file)))
        throw new UpdateError('The downloaded file is not what it was any more. It was not installed.')
      await put(updater, { kind, downloaded, restart, versions: { old: version, next: newest.version } })
    },
  }
}

type ProviderModule = typeof import('electron-updater/out/providers/Provider.js')

/** Reads the list at the address for electron-updater. What it names is told before anything of it is fetched. */
function strictProvider(
  { parseUpdateInfo, Provider }: ProviderModule,
  base: URL,
  { kind, publicKey, source }: UpdaterOptions,
  onRelease: (release: Release) => void,
) {
  const mustBeSigned = async (name: string, text: string, key: string): Promise<void> => {
    const signature = await source.text(new URL(`${name}.sig`, base), mostSignatureBytes).catch(() => '')
    if (!isSigned(name, text, signature, key)) throw new UpdateError(unsigned)
  }

  return class extends Provider<Listed> {
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(runtime)
    }

    /** The list is read as a stranger's before electron-updater sees any of it. */
    async getLatestVersion(): Promise<Listed> {
      const name = `${this.getDefaultChannelName()}.yml`
      const url = new URL(name, base)
      const text = await source.text(url, mostListBytes)
      if (publicKey !== null) await mustBeSigned(name, text, publicKey)
      const read = readRelease(
        parsed(() => parseUpdateInfo(text, name, url)),
        { ending: fileEnding(kind, platform), arch, platform },
      )
      if ('problem' in read) throw new UpdateError(read.problem)
      onRelease(read.release)
      const { name: path, sha512, sizeBytes } = read.release.file
      return {
        version: read.release.version,
        files: [{ url: path, sha512, size: sizeBytes }],
        path,
        sha512,
        releaseDate: '',
      }
    }

    resolveFiles({ files }: Listed): { url: URL; info: Listed['files'][number] }[] {
      return files.map((info) => ({ url: new URL(encodeURIComponent(info.url), base), info }))
    }
  }
}

/** Nothing is looked for, downloaded or installed but what this app asks for. */
function takeAwayItsChoices(updater: Installer): void {
  updater.logger = null
  updater.autoDownload = false
  // When the app closes it is decided here whether anything is installed; electron-updater knows nothing of paid work.
  updater.autoInstallOnAppQuit = false
  updater.allowDowngrade = false
  updater.allowPrerelease = false
  updater.disableWebInstaller = true
  updater.disableDifferentialDownload = true
  updater.forceDevUpdateConfig = true
  // Staged roll-outs would need a number that tells this copy from others with every look.
  updater.isUserWithinRollout = () => true
}

const withoutKey = 'This copy has no key by which it knows its updates. Nothing was installed.'

interface Listed {
  version: string
  files: { url: string; sha512: string; size: number }[]
  path: string
  sha512: string
  releaseDate: string
}

function parsed<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

type PlatformUpdater = new (options: undefined, app: AppAdapter) => Installer

async function platformUpdater(kind: PackageKind | null): Promise<PlatformUpdater> {
  switch (kind) {
    case 'deb':
      return (await import('electron-updater/out/DebUpdater.js')).DebUpdater
    case 'nsis':
      return (await import('electron-updater/out/NsisUpdater.js')).NsisUpdater
    case 'mac':
      return (await import('electron-updater/out/MacUpdater.js')).MacUpdater
    default:
      return (await import('electron-updater/out/AppImageUpdater.js')).AppImageUpdater
  }
}

function adapterOf({ version, name, cacheFolder, packageFile, relaunch, quit }: UpdaterOptions): AppAdapter {
  return {
    version,
    name,
    isPackaged: true,
    appUpdateConfigPath: packageFile,
    userDataPath: cacheFolder,
    baseCachePath: cacheFolder,
    whenReady: () => Promise.resolve(),
    relaunch,
    quit,
    onQuit: () => undefined,
  }
}
