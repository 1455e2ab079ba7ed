import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { cleanEnvironment } from '../images/clean-environment.ts'

/** The line that practice prints when it is ready, and keeps in its home. */
export const announcement = z.object({
  url: z.string().regex(/^http:\/\/127\.0\.0\.1:\d+$/),
  control: z.string(),
  keys: z.array(z.string()).min(1),
  sessionToken: z.string(),
})
export type PracticeAnnouncement = z.infer<typeof announcement>

export interface PracticeStart {
  /** Folder of its state. */
  home: string
  timeScale: number
}

/** What is needed of Node's `ChildProcess` and of Electron's `UtilityProcess`, whose output is piped. */
export interface PracticeProcess {
  readonly stdout: NodeJS.ReadableStream | null
  readonly stderr: NodeJS.ReadableStream | null
  kill(): boolean
  on(event: 'exit', listener: (code: number | null) => void): unknown
  on(event: 'error', listener: (why: unknown) => void): unknown
}

/** How long practice may take to be ready. Real time: a slow disk, not a slow service. */
const startLimitMs = 20_000

/** It stays as long as somebody holds it (host.ts). */
export const practiceArguments = ({ home }: PracticeStart): string[] => ['--home', home, '--hold']

export const practiceEnvironment = ({ timeScale }: Pick<PracticeStart, 'timeScale'>): Record<string, string> => ({
  ...cleanEnvironment(process.env),
  PRINTROOM_TIME_SCALE: String(timeScale),
})

/** Waits for the line; a process that does not say it in time is ended. Rejects with a sentence. */
export function announced(child: PracticeProcess): Promise<PracticeAnnouncement> {
  return new Promise((resolve, reject) => {
    let trouble = ''
    child.stderr?.on('data', (chunk) => {
      trouble = `${trouble}${chunk}`.slice(-2000)
    })
    let isSaid = false
    const fail = (why: string): void => {
      clearTimeout(limit)
      if (isSaid) return
      child.kill()
      reject(new Error(`The practice service ${why}. ${trouble.trim()}`.trim()))
    }
    const limit = setTimeout(() => fail('did not start in time'), startLimitMs)
    child.on('error', (why) => fail(`could not be started: ${why instanceof Error ? why.message : String(why)}`))
    child.on('exit', (code) => fail(`ended with status ${code}`))
    if (child.stdout === null) return fail('has no output')
    createInterface({ input: child.stdout }).once('line', (line) => {
      clearTimeout(limit)
      isSaid = true
      const parsed = announcement.safeParse(safeJson(line))
      if (parsed.success) resolve(parsed.data)
      else reject(new Error('The practice service said something that cannot be read.'))
    })
  })
}

/**
 * Runs practice apart from this process, so that it can end in its own time.
 * @param nodePath a plain Node binary: practice makes pictures, which Electron's own must not on Linux
 * @param entry the built practice service
 */
export async function spawnPractice(
  nodePath: string,
  entry: string,
  options: PracticeStart,
): Promise<PracticeAnnouncement> {
  const child = spawn(nodePath, [entry, ...practiceArguments(options)], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: practiceEnvironment(options),
    windowsHide: true,
  })
  try {
    return await announced(child)
  } finally {
    // Its output is not read any further; the pipes must not keep either process from ending.
    child.stdout.destroy()
    child.stderr.destroy()
    child.unref()
  }
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
