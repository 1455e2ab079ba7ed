import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './paths.mjs'

/**
 * Lets one process of this checkout at a time do `work`: two terminals may well start at once,
 * and two builds into one folder spoil each other. Kept outside node_modules, which an installation removes.
 */
export async function withLock(name, work) {
  const key = createHash('sha256').update(root).digest('hex').slice(0, 12)
  const file = join(tmpdir(), `printroom-${name}-${key}.lock`)
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code === 'ENOENT') mkdirSync(tmpdir(), { recursive: true })
      else if (error.code !== 'EEXIST') throw error
      else if (!holderLives(file)) rmSync(file, { force: true })
      else await sleep(100)
    }
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function holderLives(file) {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return true
  } catch (error) {
    // EPERM: it lives and belongs to somebody else. An unreadable file was just given back.
    return error.code === 'EPERM'
  }
}
