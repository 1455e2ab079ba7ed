import { codeOf } from '../../domain/error-code.ts'
import { whyUntold } from './sight.ts'

/** Files that something could not be done with, by the reason: as many lines as there are reasons. */
export class Whys {
  readonly #names = new Map<string, string[]>()

  add(why: string, name: string): void {
    const names = this.#names.get(why) ?? []
    names.push(name)
    this.#names.set(why, names)
  }

  /**
   * What the system said of one file. What it says of the whole disk, or what is no word of the system's at all, is not
   * one file's matter.
   * @throws the error itself then
   */
  addOf(error: unknown, name: string): void {
    const code = codeOf(error)
    if (!/^E[A-Z0-9]+$/.test(code) || ofTheDisk.has(code)) throw error
    this.add(untaken.get(code) ?? whyUntold(error), name)
  }

  get count(): number {
    return [...this.#names.values()].reduce((sum, names) => sum + names.length, 0)
  }

  /** The most frequent reason first, with the files it holds for. */
  *[Symbol.iterator](): Generator<[why: string, names: readonly string[]]> {
    yield* [...this.#names].sort(([, a], [, b]) => b.length - a.length)
  }
}

/** The next file would meet the same. */
const ofTheDisk: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS'])

const untaken: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'this account may not use its place'],
  ['EPERM', 'this account may not use its place'],
  ['EEXIST', 'something else has the name of its folder'],
  ['ENOTDIR', 'something else has the name of its folder'],
  ['EISDIR', 'something else has its place'],
  ['ENAMETOOLONG', 'its name is too long for that disk'],
])
