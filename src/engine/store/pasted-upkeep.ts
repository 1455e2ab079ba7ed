import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PathReferences } from './path-references.ts'

/** A form may hold a picture before it is written down, and an order that was taken back may be wanted again. */
const keptForMs = 24 * 3_600_000

/**
 * Removes pasted pictures that no draft, no receipt and nothing that is set names any more, when they are a day old.
 * @returns how many went
 */
export async function tidyPasted(
  folder: string,
  pathReferences: PathReferences,
  nowMs: number,
  signal: AbortSignal,
): Promise<number> {
  if (!existsSync(folder)) return 0
  const old = new Set<string>()
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(() => null)
    if (found?.isFile() && nowMs - found.mtimeMs > keptForMs) old.add(name)
  }
  if (old.size === 0) return 0
  for await (const text of pathReferences.of('pasted')) {
    if (signal.aborted) return 0
    for (const name of old) if (text.includes(name)) old.delete(name)
    if (old.size === 0) return 0
  }
  for (const name of old) await rm(join(folder, name), { force: true })
  return old.size
}
