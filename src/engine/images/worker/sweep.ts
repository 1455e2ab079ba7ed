import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What a worker that was killed while it wrote left behind; younger ones may be another worker's. */
const staleAfterMs = 3_600_000
const swept = new Set<string>()

const temporaryName = /^\.[0-9a-f-]{36}\.tmp$/

/** Once for each folder and process. Failing is no harm. */
export async function sweepOnce(folder: string): Promise<void> {
  if (swept.has(folder)) return
  swept.add(folder)
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((each) => temporaryName.test(each))) {
    const found = await stat(join(folder, name)).catch(() => null)
    if (found && Date.now() - found.mtimeMs > staleAfterMs)
      await rm(join(folder, name), { force: true }).catch(() => {})
  }
}
