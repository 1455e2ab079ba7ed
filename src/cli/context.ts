import { join } from 'node:path'
import { createEngine, type Engine } from '../engine/engine.ts'
import { EnvironmentKey, namedBeside } from '../engine/key/environment-key.ts'
import { environmentKeyIn, KeyFormError } from '../engine/key/key-form.ts'
import { onlyReadRefusal } from '../engine/platform/files.ts'
import { type Folders, foldersFor } from '../engine/platform/home.ts'
import { awayWords } from '../engine/platform/home-memory.ts'
import { homeTrouble, oddHomeWords } from '../engine/platform/home-trouble.ts'
import { type OwnPlaces, ownPlaces } from '../engine/platform/own-place.ts'
import { readSettings } from '../engine/platform/settings.ts'
import { isLoopback, practiceOrigin, readServiceAddress } from '../engine/remote/address.ts'
import type { ProxyRoute } from '../engine/remote/network.ts'
import { type Arguments, RefusedError, UnopenedError, UsageError } from './arguments.ts'
import { createOutput, type Output } from './output.ts'

export interface Context {
  args: Arguments
  output: Output
  /** Opens the engine of the service that the command line names. Once. */
  engine(): Promise<Engine>
  /** The same, for what changes something in its home. @throws RefusedError where that can only be read */
  engineToChange(): Promise<Engine>
  folders(): Folders
  /** Of the service that the command line names, without opening anything. */
  serviceFolders(): Folders
  /** Before a home is looked into without being opened. @throws UnopenedError where its disk is not there */
  refuseAway(): void
  /** What is Printroom's own in this home, where no file of anybody else's is written. */
  ownPlaces(moved: readonly string[]): OwnPlaces
  close(): Promise<void>
}

/** Built side by side with this file (electron.vite.config.ts). */
export const entries = {
  imageWorker: join(import.meta.dirname, 'image-worker.mjs'),
  practice: join(import.meta.dirname, 'practice.mjs'),
}

/** @param environmentKey `PRINTROOM_API_KEY`, already gone from the environment */
export function createContext(args: Arguments, environmentKey: string | null): Context {
  const { values } = args
  const home = values.home ?? process.env.PRINTROOM_HOME
  let opened: Promise<Engine> | null = null
  const foldersOf = (isPractice: boolean): Folders => wholeFolders(home, isPractice)
  const service = () => serviceFor(values.service, home, values['new-home'] === true)
  const open = async (): Promise<Engine> => {
    const name = service()
    const given = new EnvironmentKey(environmentKey, namedBeside(process.env.PRINTROOM_SERVICE, values.service))
    const key = given.of(name)
    if (key !== null) checkForm(key)
    const unused = given.unused(name)
    if (unused !== null) output.say(unused)
    const folders = foldersOf(name === practiceOrigin)
    const engine = await createEngine({
      service: name,
      folders,
      timeScale: timeScaleFor(name),
      nodePath: process.execPath,
      entries,
      environmentKey: key,
      ...(isLocal(name) ? {} : { route: wayOf(home) }),
      by: 'terminal',
      ...(values['new-home'] ? { newHome: true } : {}),
    }).catch((error: unknown) => {
      const words = homeTrouble(error, folders.data)
      throw words === null ? error : new UnopenedError(`${words} This command sent nothing, and nothing was charged.`)
    })
    for (const notice of engine.store.notices) output.say(notice)
    // A full disk and the like: said once, each time it begins.
    let said = engine.status().notice
    engine.listen('statusChanged', () => {
      const { notice } = engine.status()
      if (notice !== null && notice !== said) output.say(notice)
      said = notice
    })
    return engine
  }
  const output = createOutput(values.json === true)
  const engine = (): Promise<Engine> => {
    opened ??= open()
    return opened
  }
  return {
    args,
    output,
    engine,
    engineToChange: async () => {
      const found = await engine()
      if (found.store.readOnly) throw new RefusedError(onlyReadRefusal)
      return found
    },
    folders: () => foldersOf(true),
    serviceFolders: () => foldersOf(service() === practiceOrigin),
    refuseAway: () => {
      const name = service()
      if (values['new-home'] !== true) refuseAway(foldersOf(name === practiceOrigin))
    },
    ownPlaces: (moved) => ownPlaces(home, moved),
    close: async () => {
      const engine = await opened?.catch(() => null)
      await engine?.close()
    },
  }
}

/** @throws UsageError where a path of them is not the one that was named */
function wholeFolders(home: string | undefined, isPractice: boolean): Folders {
  const folders = foldersFor(home, isPractice)
  const words = oddHomeWords(folders)
  if (words !== null) throw new UsageError(words)
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

/** `PRINTROOM_TIME_SCALE` is heeded for loopback services only. */
export function timeScaleFor(service: string): number {
  const scale = Number(process.env.PRINTROOM_TIME_SCALE)
  const isHeeded = service === practiceOrigin || isLoopback(new URL(service))
  return isHeeded && Number.isFinite(scale) && scale >= 1 ? scale : 1
}
