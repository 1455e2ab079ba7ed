import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that is gone afterwards, whatever happens. */
export async function withFolder(name, use) {
  const folder = mkdtempSync(join(tmpdir(), `printroom-${name}-`))
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Whether an app has opened a database in this home: its engine, with its natives, runs. */
export const hasDatabase = (home) =>
  readdirSync(home, { recursive: true }).some((name) => String(name).endsWith('printroom.db'))

/** The environment of an app that is started from outside: a home of its own, and nothing of ours. */
export const outsideEnv = (home, extra = {}) => {
  const { ELECTRON_RUN_AS_NODE, ELECTRON_RENDERER_URL, PRINTROOM_API_KEY, PRINTROOM_SERVICE, ...env } = process.env
  return { ...env, PRINTROOM_HOME: home, ...extra }
}
