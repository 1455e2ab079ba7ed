import { spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from './paths.mjs'

/** The environment in which every tool of ours runs: Node 24 and the project's own programs come first. */
export function toolEnv(node, extra = {}) {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].filter(Boolean).join(delimiter)
  return { ...process.env, PATH: path, ...extra }
}

const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program to its end.
 * @returns {Promise<{code: number, output: string, timedOut: boolean}>} `output` is filled only with `capture`.
 * A program that dies of a signal counts as 1. `silenceMs` ends one that has printed nothing for so long, `signal` (an AbortSignal) at any moment.
 * Who is told to end while it runs tells it, and ends when it has: it would go on in the dark, and slow down whatever comes next.
 */
export function run(command, args, options = {}) {
  const { capture = false, toStderr = false, timeoutMs, silenceMs, signal, env = process.env, cwd = root } = options
  const stdio = capture
    ? ['ignore', 'pipe', 'pipe']
    : ['inherit', toStderr ? process.stderr : 'inherit', toStderr ? process.stderr : 'inherit']
  return new Promise((resolve) => {
    // A group of its own when it may have to be ended: installers start children that would outlive them.
    const detached = Boolean(timeoutMs || silenceMs || signal) && process.platform !== 'win32'
    const child = spawn(command, args, { cwd, env, stdio, detached, shell: needsShell(command) })
    let output = ''
    let timedOut = false
    const end = () => {
      timedOut = true
      killTree(child, detached)
    }
    signal?.addEventListener('abort', end)
    let toldToEnd = null
    const pass = (name) => {
      toldToEnd = name
      // Whoever presses Ctrl+C tells the whole group of the terminal; twice would cut short what a runner tidies up.
      if (detached) killTree(child, true)
      else if (name !== 'SIGINT') child.kill(name)
    }
    for (const name of endSignals) process.on(name, pass)
    const limit = timeoutMs && setTimeout(end, timeoutMs)
    let silence = silenceMs && setTimeout(end, silenceMs)
    const heard = (chunk) => {
      output += chunk
      if (!silenceMs) return
      clearTimeout(silence)
      silence = setTimeout(end, silenceMs)
    }
    child.stdout?.on('data', heard)
    child.stderr?.on('data', heard)
    const done = (code) => {
      signal?.removeEventListener('abort', end)
      clearTimeout(limit)
      clearTimeout(silence)
      for (const name of endSignals) process.off(name, pass)
      if (toldToEnd) process.kill(process.pid, toldToEnd)
      resolve({ code, output, timedOut })
    }
    child.once('error', (error) => {
      output += error.message
      done(127)
    })
    child.once('close', (code) => done(code ?? 1))
  })
}

/**
 * Runs a Node program or another as if it were this one: its standard streams, its signals and its exit status are
 * ours. With `lifeline`, a Node program also dies when this one is killed in a way that cannot be passed on. With `fatal` (a
 * FatalFilter), what it says on standard error goes through that, and one that aborted ends in status 1.
 * Never returns.
 */
export async function become(command, args, options = {}) {
  const { env = process.env, cwd = root, lifeline = false, fatal } = options
  const child = spawn(command, lifeline ? ['--import', lifelineModule, ...args] : args, {
    cwd,
    env,
    stdio: ['inherit', 'inherit', fatal ? 'pipe' : 'inherit', ...(lifeline ? ['pipe'] : [])],
  })
  for (const signal of endSignals) process.on(signal, () => child.kill(signal))
  if (fatal) passOn(child.stderr, fatal)
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once('error', reject)
    // Not before all that it said is printed; without a filter there is nothing to wait for.
    child.once(fatal ? 'close' : 'exit', (...how) => resolve(how))
  })
  if (signal && !fatal?.isFatal) {
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  }
  process.exit(fatal?.isFatal ? 1 : (code ?? 1))
}

function passOn(stream, filter) {
  createInterface({ input: stream }).on('line', (line) => {
    const words = filter.take(line)
    if (words !== null) process.stderr.write(`${words}\n`)
  })
}

const lifelineModule = new URL('./lifeline.mjs', import.meta.url).href

// Node refuses to start .cmd files without a shell.
const needsShell = (command) => process.platform === 'win32' && /\.cmd$|^npm$/.test(command)

function killTree(child, detached) {
  try {
    if (detached) process.kill(-child.pid, 'SIGKILL')
    else child.kill('SIGKILL')
  } catch {
    // It ended by itself in the same moment.
  }
}
