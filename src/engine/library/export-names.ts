import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Begins the name of a copy that is not whole yet. Hidden: programs that watch a folder leave it alone. */
export const unfinishedExport = '.printroom-export-'

/** No copy takes that long: what is older was left by a program that was ended while it wrote. */
const longestCopyMs = 3_600_000

/**
 * Names that are taken in the folder of an export: read once, and grown with what is put there, so that the five thousandth
 * copy under one name is named as fast as the first. What another program puts there meanwhile is met as it is written.
 */
export class ExportNames {
  readonly #taken: Set<string>
  /** By the first names of each: the number that was not tried yet. */
  readonly #next = new Map<string, number>()

  private constructor(taken: readonly string[]) {
    this.#taken = new Set(taken)
  }

  /** A folder that cannot be read is found out by writing into it. */
  static async in(folder: string): Promise<ExportNames> {
    const names = await readdir(folder).catch(() => [])
    for (const name of names) if (name.startsWith(unfinishedExport)) await removeOld(join(folder, name))
    return new ExportNames(names)
  }

  /**
   * @param namesOf the names of what belongs together, for n = 1, 2, …: all of them take the same number
   * @param endings of all the files that take such a name together, the empty one for the copy itself
   */
  free(namesOf: (n: number) => string[], endings: readonly string[]): string[] {
    const first = namesOf(1).join('\0')
    for (let n = this.#next.get(first) ?? 1; ; n += 1) {
      const found = namesOf(n)
      this.#next.set(first, n + 1)
      const names = found.flatMap((name) => endings.map((ending) => name + ending))
      if (names.some((one) => this.#taken.has(one))) continue
      for (const one of names) this.#taken.add(one)
      return found
    }
  }
}

async function removeOld(path: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (found?.isFile() && Date.now() - found.mtimeMs > longestCopyMs)
    await rm(path, { force: true }).catch(() => undefined)
}
