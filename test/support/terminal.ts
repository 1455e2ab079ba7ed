import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
export const program = join(root, 'out/main/cli.js')

/** Photographs that are not part of the repository; tests that need them skip, and say so, where they are absent. */
export const photos = resolve(root, '../shared/photos')
export const hasPhotos = existsSync(photos)
export const samplePhoto = join(root, 'resources/sample.jpg')

export interface Ran {
  status: number | null
  signal: NodeJS.Signals | null
  /** Standard output, each line parsed: with --json nothing else may stand there. */
  lines: Record<string, unknown>[]
  stdout: string
  stderr: string
}

export interface RunOptions {
  env?: Record<string, string>
  stdin?: string
  /** The folder that it is run in. */
  cwd?: string
  /** Given the child right after its start. */
  begun?: (child: ChildProcess) => void
  /** Given the child and what it has said so far, as it runs. */
  watch?: (child: ChildProcess, stdout: string) => void
}

/** Runs the built terminal program as a user would. */
export function printroom(args: string[], options: RunOptions = {}): Promise<Ran> {
  if (!existsSync(program)) throw new Error('The app is not built. Run npm run build first.')
  const { PRINTROOM_HOME: _home, PRINTROOM_SERVICE: _service, PRINTROOM_API_KEY: _key, ...env } = process.env
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [program, ...args], {
      env: { ...env, ...options.env },
      cwd: options.cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    options.begun?.(child)
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => {
      stdout += chunk
      options.watch?.(child, stdout)
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.on('error', failed)
    child.on('close', (status, signal) => {
      const whole = stdout.endsWith('\n') ? stdout : stdout.slice(0, stdout.lastIndexOf('\n') + 1)
      const lines = args.includes('--json')
        ? whole
            .split('\n')
            .filter(Boolean)
            .map((line) => JSON.parse(line))
        : []
      done({ status, signal, lines, stdout, stderr })
    })
    child.stdin.end(options.stdin ?? '')
  })
}

/** A home of its own for one test, with the words that name it and practice. */
export async function practiceHome(): Promise<{ home: string; words: string[]; remove: () => Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'printroom-test-'))
  return {
    home,
    words: ['--home', home, '--service', 'practice', '--json'],
    remove: () => rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }),
  }
}

export interface ResultEntry {
  id: string
  kind: string
  state: string
  creditsQuoted: number | null
  creditsUsed: number | null
  creditsStatus: string | null
  assets: string[]
  error: string | null
}

/** The requests of the last line, which must be the result. */
export function resultOf(ran: Ran): ResultEntry[] {
  const last = ran.lines.at(-1)
  expect(last?.event, ran.stderr).toBe('result')
  return (last?.requests ?? []) as ResultEntry[]
}

export const eventsOf = (ran: Ran, event: string): Record<string, unknown>[] =>
  ran.lines.filter((line) => line.event === event)
