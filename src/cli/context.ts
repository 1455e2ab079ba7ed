import { join } from 'node:path'
import type { EngineOptions } from '../engine/assembly/options.ts'
import type { Engine } from '../engine/engine.ts'
import { EnvironmentKey, namedBeside } from '../engine/key/environment-key.ts'
import { environmentKeyIn, KeyFormError } from '../engine/key/key-form.ts'
import { onlyReadRefusal } from '../engine/platform/files.ts'
import { type Folders, foldersFor } from '../engine/platform/home.ts'
import { awayWords } from '../engine/platform/home-memory.ts'
import { homeTrouble, oddHomeWords } from '../engine/platform/home-trouble.ts'
import { type OwnPlaces, ownPlaces } from '../engine/platform/own-place.ts'
import { readSettings } from '../engine/platform/settings.ts'
import { practiceOrigin, readServiceAddress } from '../engine/remote/address.ts'
import type { ProxyRoute } from '../engine/remote/network.ts'
import type { S3Access, S3Environment } from '../engine/studio/s3-place.ts'
import { type Arguments, RefusedError, UnopenedError, UsageError } from './arguments.ts'
import { createOutput, type Output } from './output.ts'
import type { OpenStudio } from './studio/open-studio.ts'
import { timeScaleFor } from './time-scale.ts'

export interface Context {
  args: Arguments
  output: Output
  /** Opens the engine of the service that the command line names. Once. */
  engine(): Promise<Engine>
  /** The same, for what changes something in its home. @throws RefusedError where that can only be read */
  engineToChange(): Promise<Engine>
  /** Opens the engine of one service, with more than the command line says. Once. */
  engineOf(service: string, more: Partial<EngineOptions>): Promise<Engine>
  /** The address of a studio's database. @throws UsageError where none is named */
  studioAddress(): string
  /** How S3 storage of a studio is reached from here. */
  s3Access(): S3Access
  /** Opens the studio that the command line names. Once. @throws UsageError, StudioError */
  studio(): Promise<OpenStudio>
  folders(): Folders
  /** Of the service that the command line names, without opening anything. */
  serviceFolders(): Folders
  /** Of one service, without opening anything. */
  foldersOf(service: string): Folders
  /** Before a home is looked into without being opened. @throws UnopenedError where its disk is not there */
  refuseAway(): void
  /** What is Printroom's own in this home, where no file of anybody else's is written. */
  ownPlaces(moved: readonly string[]): OwnPlaces
  close(): Promise<void>
}

/** Built side by side with this file (electron.vite.config.ts): what is loaded later, a piece of its own, asks here for nothing. */
export const entryFiles = {
  imageWorker: join(import.meta.dirname, 'image-worker.mjs'),
  practice: join(import.meta.dirname, 'practice.mjs'),
}

/** `PRINTROOM_API_KEY`, `PRINTROOM_STUDIO` and the keys of S3 storage, already gone from the environment. */
interface Secrets {
  environmentKey: string | null
  studioAddress: string | null
  s3: S3Environment
}

export function createContext(args: Arguments, { environmentKey, studioAddress, s3 }: Secrets): Context {
  const { values } = args
  const home = values.home ?? process.env.PRINTROOM_HOME
  let opened: Promise<Engine> | null = null
  let studioOpened: Promise<OpenStudio> | null = null
  const output = createOutput(values.json === true)
  const foldersOf = (isPractice: boolean): Folders => wholeFolders(home, isPractice)
  const service = () => serviceFor(values.service, home, values['new-home'] === true)
  const addressOfStudio = (): string => {
    const address = values.db ?? studioAddress
    if (address === null)
      throw new UsageError(
        'No studio is named. Set PRINTROOM_STUDIO to the address of its database, such as postgres://user:password@host/printroom, or give it with --db.',
      )
    return address
  }
  const s3Access = (): S3Access => ({ environment: s3, route: () => wayOf(home) })
  const studio = (): Promise<OpenStudio> => {
    // PostgreSQL is loaded for those alone who have a studio.
    const address = addressOfStudio()
    studioOpened ??= import('./studio/open-studio.ts').then(({ openStudio }) => openStudio(address, s3Access()))
    return studioOpened
  }
  const engineOf: Context['engineOf'] = (name, more) => {
    opened ??= openEngine(name, more, { values, home, environmentKey, output })
    return opened
  }
  const engine = async (): Promise<Engine> => {
    if (values.studio !== true) return engineOf(service(), {})
    if (values.service !== undefined)
      throw new UsageError('--service does not go with --studio: a studio works with one service, and says which.')
    return engineOf((await studio()).studio.service, {})
  }
  return {
    args,
    output,
    engine,
    engineOf,
    studioAddress: addressOfStudio,
    s3Access,
    studio,
    engineToChange: async () => {
      const found = await engine()
      if (found.store.readOnly) throw new RefusedError(onlyReadRefusal)
      return found
    },
    folders: () => foldersOf(true),
    foldersOf: (name) => foldersOf(name === practiceOrigin),
    serviceFolders: () => foldersOf(service() === practiceOrigin),
    refuseAway: () => {
      const name = service()
      if (values['new-home'] !== true) refuseAway(foldersOf(name === practiceOrigin))
    },
    ownPlaces: (moved) => ownPlaces(home, moved),
    close: async () => {
      const engine = await opened?.catch(() => null)
      await engine?.close()
      const studio = await studioOpened?.catch(() => null)
      await studio?.close()
    },
  }
}

interface Opening {
  values: Arguments['values']
  home: string | undefined
  environmentKey: string | null
  output: Output
}

/**
 * The engine of one service, as the command line asks for it; what it has to say is said.
 * @throws UnopenedError where its home cannot be opened
 */
async function openEngine(
  name: string,
  more: Partial<EngineOptions>,
  { values, home, environmentKey, output }: Opening,
): Promise<Engine> {
  const given = new EnvironmentKey(environmentKey, namedBeside(process.env.PRINTROOM_SERVICE, values.service))
  const key = given.of(name)
  if (key !== null) checkForm(key)
  const unused = given.unused(name)
  if (unused !== null) output.say(unused)
  const folders = wholeFolders(home, name === practiceOrigin)
  // Most of the program: what opens no home starts without it.
  const { createEngine } = await import('../engine/engine.ts')
  const engine = await createEngine({
    service: name,
    folders,
    timeScale: timeScaleFor(name),
    nodePath: process.execPath,
    entries: entryFiles,
    environmentKey: key,
    ...(isLocal(name) ? {} : { route: wayOf(home) }),
    by: 'terminal',
    ...(values['new-home'] ? { newHome: true } : {}),
    ...more,
  }).catch((error: unknown) => {
    const message = homeTrouble(error, folders.data)
    throw message === null ? error : new UnopenedError(`${message} This command sent nothing, and nothing was charged.`)
  })
  // A worker says its own, beside those of the studio.
  sayNotices(engine, output, more.shared === undefined)
  return engine
}

/** What was found at opening; later a full disk and the like: said once, each time it begins. */
function sayNotices(engine: Engine, output: Output, isAlsoLater: boolean): void {
  for (const notice of engine.store.notices) output.say(notice)
  if (!isAlsoLater) return
  let said = engine.status().notice
  engine.listen('statusChanged', () => {
    const { notice } = engine.status()
    if (notice !== null && notice !== said) output.say(notice)
    said = notice
  })
}

/** @throws UsageError where a path of them is not the one that was named */
function wholeFolders(home: string | undefined, isPractice: boolean): Folders {
  const folders = foldersFor(home, isPractice)
  const message = oddHomeWords(folders)
  if (message !== null) throw new UsageError(message)
  return folders
}

/** As the window was told. What the system says of proxies the terminal knows from the environment alone. */
function wayOf(home: string | undefined): ProxyRoute {
  const { proxy, extraCa } = readSettings(wholeFolders(home, false).settings).settings.network
  if (proxy === 'direct') return { proxy: null, extraCa }
  return { proxy: proxy === 'system' ? proxyOfEnvironment() : proxy, extraCa }
}

/** Whole, or without its scheme as other programs take it too (“proxy.example:8080”). @throws UsageError */
function proxyOfEnvironment(): string | null {
  const name = process.env.HTTPS_PROXY === undefined ? 'https_proxy' : 'HTTPS_PROXY'
  const said = process.env[name]?.trim()
  if (!said) return null
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(said) ? said : `http://${said}`
  // Not repeated: it may hold a password.
  if (!/^https?:\/\//i.test(whole) || !URL.canParse(whole))
    throw new UsageError(
      `${name} names no proxy that can be used: it is an address such as http://proxy.example:8080. Nothing was sent. Set it right, or take it away.`,
    )
  return whole
}

/** What is no key is refused before anything is opened: it would be sent to the service as if it were one. */
function checkForm(environmentKey: string): void {
  try {
    environmentKeyIn(environmentKey)
  } catch (error) {
    throw error instanceof KeyFormError ? new UsageError(error.message) : error
  }
}

function refuseAway(folders: Folders): void {
  const away = awayWords(folders)
  if (away !== null) throw new UnopenedError(`${away} This command sent nothing, and nothing was charged.`)
}

/** The option, else the environment, else what the window uses; practice by the option alone (design.md). */
function serviceFor(option: string | undefined, home: string | undefined, isNew: boolean): string {
  if (option === practiceOrigin) return practiceOrigin
  // Set and empty is how a script unsets it.
  const { settings, problem } = readSettings(wholeFolders(home, false).settings)
  const text = option ?? (process.env.PRINTROOM_SERVICE || settings.service)
  if (text === null && !isNew) refuseAway(wholeFolders(home, false))
  if (text === null || text === practiceOrigin)
    throw new UsageError(
      `${problem === null ? '' : `${problem} `}No service is named. Give --service with its address, or --service practice to practise without an account.`,
    )
  const read = readServiceAddress(text)
  if ('problem' in read) throw new UsageError(read.problem)
  return read.base
}

/** Practice, or a service whose plain http address was accepted as loopback's. */
const isLocal = (service: string): boolean => service === practiceOrigin || service.startsWith('http:')
