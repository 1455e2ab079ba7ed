import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import type { Announcement } from '../../../src/practice/home.ts'

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
