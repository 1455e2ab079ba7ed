import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'vite'
import { onTestFinished } from 'vitest'
import type { Announcement } from '../../../src/practice/home.ts'

const root = resolve(import.meta.dirname, '../../..')

/** The process entry, bundled as the app's build does it, in a folder of its own. */
export async function buildProgram(): Promise<{ file: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'practice-program-'))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: 'src/practice/main.ts',
      outDir: join(folder, 'out/main'),
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: 'practice.mjs' } },
    },
  })
  for (const beside of ['node_modules', 'resources']) symlinkSync(join(root, beside), join(folder, beside), 'dir')
  return { file: join(folder, 'out/main/practice.mjs'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

interface Started {
  child: ChildProcess
  line: Announcement & { already?: boolean }
  exit: Promise<number | null>
}

/** Starts the program and waits for its line. */
export async function start(file: string, args: string[], env: Record<string, string> = {}): Promise<Started> {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exit = new Promise<number | null>((done) => child.once('exit', done))
  let complaints = ''
  child.stderr.on('data', (bytes) => {
    complaints += String(bytes)
  })
  const line = await new Promise<string>((done, fail) => {
    createInterface(child.stdout).once('line', done)
    child.once('close', (code) => fail(new Error(`practice ended with ${code}: ${complaints}`)))
  })
  return { child, line: JSON.parse(line) as Started['line'], exit }
}
