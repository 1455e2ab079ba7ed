import { readdir } from 'node:fs/promises'

/**
 * Names that are taken in the folder of an export: read once, and grown with what is put there, so that the five thousandth
 * copy under one name is named as fast as the first. What another program puts there meanwhile is met as it is written.
 */
export class ExportNames {
  readonly #taken: Set<string>
  /** By the first name of each: the number that was not tried yet. */
  readonly #next = new Map<string, number>()

  private constructor(taken: readonly string[]) {
    this.#taken = new Set(taken)
  }

  /** A folder that cannot be read is found out by writing into it. */
  static async in(folder: string): Promise<ExportNames> {
    return new ExportNames(await readdir(folder).catch(() => []))
  }

  /**
   * @param nameOf the name for n = 1, 2, …
   * @param endings of all the files that take the name together, the empty one for the copy itself
   */
  free(nameOf: (n: number) => string, endings: readonly string[]): string {
    const first = nameOf(1)
    for (let n = this.#next.get(first) ?? 1; ; n += 1) {
      const name = nameOf(n)
      this.#next.set(first, n + 1)
      const names = endings.map((ending) => name + ending)
      if (names.some((one) => this.#taken.has(one))) continue
      for (const one of names) this.#taken.add(one)
      return name
    }
  }
}
