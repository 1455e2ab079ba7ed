import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench, Effort, Measured } from './measure.ts'

interface Missing {
  missing: string
}
type Need<T> = () => T | Missing | Promise<T | Missing>

/**
 * A benchmark of pictures: one that is not measured, with the reason, where something it needs cannot be had, and that
 * has a folder which goes with it.
 */
export function pictureBench<N extends unknown[]>(
  name: string,
  needs: { [I in keyof N]: Need<N[I]> },
  run: (at: { folder: string; effort: Effort }, ...found: N) => Promise<Measured[]>,
): Bench {
  let sought: Promise<N | Missing> | undefined
  const seek = (): Promise<N | Missing> => {
    sought ??= allOf<N>(needs)
    return sought
  }
  return {
    name,
    group: 'pictures',
    missing: async () => {
      const found = await seek()
      return 'missing' in found ? found.missing : null
    },
    run: async (effort) => {
      const found = await seek()
      if ('missing' in found) throw new Error(found.missing)
      return inFolder(mkdtempSync(join(tmpdir(), 'printroom-bench-')), (folder) => run({ folder, effort }, ...found))
    },
  }
}

async function allOf<N extends unknown[]>(needs: { [I in keyof N]: Need<N[I]> }): Promise<N | Missing> {
  const found: unknown[] = []
  for (const need of needs as Need<unknown>[]) {
    const one = await need()
    if (isMissing(one)) return one
    found.push(one)
  }
  return found as N
}

const isMissing = (found: unknown): found is Missing =>
  typeof found === 'object' && found !== null && 'missing' in found

/** Makes it if need be; it and what was put there are gone afterwards. */
export async function inFolder<T>(path: string, work: (folder: string) => Promise<T>): Promise<T> {
  mkdirSync(path, { recursive: true })
  try {
    return await work(path)
  } finally {
    rmSync(path, { recursive: true, force: true })
  }
}
