import { stat } from 'node:fs/promises'
import { codeOf } from '../../domain/error-code.ts'
import { answered } from '../platform/disk-answer.ts'
import { isDiskAway } from '../platform/file-codes.ts'
import type { Asset } from '../store/assets.ts'

/** So many are looked at in one call: a slow share takes some 20 ms for each. */
const looksAtOnce = 64

/**
 * Which files of a disk are there. Other things that have their names, and what is not told of one, are no files to show.
 * @throws OtherDiskError where the disk does not answer
 */
export async function filesThere(folder: string, paths: readonly string[]): Promise<Set<string>> {
  const there = new Set<string>()
  for (let from = 0; from < paths.length; from += looksAtOnce)
    await answered(folder, async () => {
      for (const path of paths.slice(from, from + looksAtOnce)) if (await isFile(path)) there.add(path)
    })
  return there
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch (error) {
    if (isDiskAway(codeOf(error))) throw error
    return false
  }
}

/**
 * Which files of the library were there when they were looked at last, for views, which wait for no disk. What nobody has
 * looked at has just come home.
 */
export class Presence {
  readonly #library: { readonly folder: string; pathOf: (asset: Asset) => string }
  readonly #absent = new Set<string>()

  constructor(library: { readonly folder: string; pathOf: (asset: Asset) => string }) {
    this.#library = library
  }

  isPresent({ id }: Pick<Asset, 'id'>): boolean {
    return !this.#absent.has(id)
  }

  /** Looks at them anew. Where the disk does not answer they stay as they were. */
  async look(assets: readonly Asset[]): Promise<void> {
    const paths = assets.map((asset) => this.#library.pathOf(asset))
    const there = await filesThere(this.#library.folder, paths).catch(() => null)
    if (there === null) return
    for (const [at, { id }] of assets.entries()) {
      if (there.has(paths[at] ?? '')) this.#absent.delete(id)
      else this.#absent.add(id)
    }
  }
}
