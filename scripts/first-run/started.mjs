import { spawn } from 'node:child_process'

const lookMs = 200

/**
 * Starts a program and waits until something of it is to be seen. Its output is kept.
 * @param {{ command: string, args: string[], cwd?: string, env?: Record<string, string | undefined>, limitMs: number,
 *   isThere: (output: string) => Promise<boolean> | boolean }} wanted
 * @returns {Promise<{ seconds: number, output: () => string, stop: () => Promise<number | null> }>} `stop` ends it as its user
 * would log out, and gives its status
 * @throws in words, where it ended before, or was not to be seen in time
 */
export async function startUntil({ command, args, cwd, env, limitMs, isThere }) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const heard = (chunk) => {
    output += chunk
  }
  child.stdout.on('data', heard)
  child.stderr.on('data', heard)
  const ended = new Promise((resolve) => {
    child.once('error', (error) => {
      output += error.message
      resolve(null)
    })
    child.once('exit', resolve)
  })
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  const since = Date.now()
  const stop = async () => {
    child.kill()
    const limit = setTimeout(() => child.kill('SIGKILL'), 20_000)
    const code = await ended
    clearTimeout(limit)
    return code
  }
  while (!(await isThere(output))) {
    if (hasEnded) throw new Error(`it ended with status ${child.exitCode}: ${output.slice(-1500)}`)
    if (Date.now() - since > limitMs) {
      await stop()
      throw new Error(`nothing was to be seen within ${limitMs / 1000} s: ${output.slice(-1500)}`)
    }
    // What is looked for (a file, an address) tells nobody that it is there.
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
  return { seconds: (Date.now() - since) / 1000, output: () => output, stop }
}
