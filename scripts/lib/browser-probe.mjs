import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheDir } from './paths.mjs'

const stampFile = join(cacheDir, 'browsers.json')
const limitMs = 30_000

/**
 * Whether this Chromium really starts and lays a document out: a wrapper of a missing package, a library too few
 * or a sandbox that forbids it show only then.
 * @returns {Promise<{product: string} | {problem: string}>} `product` as in "Chrome/156.0.1". Good answers are remembered.
 */
export async function probeBrowser(binary) {
  const stat = statSync(binary, { throwIfNoEntry: false })
  if (!stat?.isFile()) return { problem: 'it is no file' }
  const known = readStamp()
  const key = `${binary} ${stat.size} ${stat.mtimeMs}`
  if (known[key]) return { product: known[key] }
  const answer = await tryOut(binary)
  if (answer.product) {
    mkdirSync(cacheDir, { recursive: true })
    writeFileSync(stampFile, JSON.stringify({ ...known, [key]: answer.product }))
  }
  return answer
}

function readStamp() {
  return existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : {}
}

async function tryOut(binary) {
  const profile = mkdtempSync(join(tmpdir(), 'printroom-probe-'))
  const args = [
    '--headless',
    '--remote-debugging-pipe',
    '--no-first-run',
    '--no-startup-window',
    `--user-data-dir=${profile}`,
  ]
  // It shows one line of our own; the stand-in decides about the sandbox by itself.
  args.push('--no-sandbox')
  const child = spawn(binary, args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] })
  let words = ''
  child.stderr.on('data', (chunk) => {
    words += chunk
  })
  let timer
  try {
    const died = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`it did not answer within ${limitMs / 1000} s`)), limitMs)
      child.once('error', reject)
      child.once('exit', (code) => reject(new Error(complaint(words) ?? `it ended with status ${code}`)))
    })
    return { product: await Promise.race([layOut(child), died]) }
  } catch (error) {
    return { problem: error.message }
  } finally {
    clearTimeout(timer)
    const gone = new Promise((resolve) =>
      (child.exitCode ?? child.signalCode ?? child.pid) === child.pid && child.pid
        ? child.once('close', resolve)
        : resolve(),
    )
    child.kill('SIGKILL')
    await gone
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

/** Speaks the DevTools protocol over the pipe (file descriptors 3 and 4, messages end with a NUL byte). */
async function layOut(child) {
  const waiting = new Map()
  let lastId = 0
  let rest = ''
  child.stdio[3].on('error', () => {})
  child.stdio[4].on('data', (chunk) => {
    const messages = (rest + chunk).split('\0')
    rest = messages.pop()
    for (const message of messages.map((text) => JSON.parse(text))) waiting.get(message.id)?.(message)
  })
  const send = (method, params = {}, sessionId = undefined) =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      waiting.set(id, ({ result, error }) => (error ? reject(new Error(error.message)) : resolve(result)))
      child.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    })
  const { product } = await send('Browser.getVersion')
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
  const expression = `document.body.innerHTML = '<p style="width:7em">printroom</p>'; document.querySelector('p').offsetWidth`
  const { result } = await send('Runtime.evaluate', { expression }, sessionId)
  if (!(result.value > 0)) throw new Error('it starts, but shows no page')
  return product
}

const complaint = (words) =>
  words
    .split('\n')
    .find((line) => /error|cannot|not found|no such/i.test(line))
    ?.trim()
    .slice(0, 200)
