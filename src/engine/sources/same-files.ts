import { basename } from 'node:path'
import { isAddress } from '../../domain/form/address.ts'
import type { ForeignFiles } from '../images/foreign-files.ts'
import { sanitizeText } from '../platform/text.ts'

/** A picture that is in an order a second time, and the one before that it is the same as. */
export interface Repeated {
  /** Its place among what was given. */
  at: number
  source: string
  same: string
}

/**
 * Finds pictures that are in one order more than once, under whatever name: given again, by a link, as a copy. Only files
 * of one size are read. Total: what cannot be read is like no other, and said
 * elsewhere.
 */
export class SameFiles {
  readonly #files: Pick<ForeignFiles, 'lookAt' | 'hash'>

  constructor(files: Pick<ForeignFiles, 'lookAt' | 'hash'>) {
    this.#files = files
  }

  async repeated(sources: readonly string[]): Promise<Repeated[]> {
    const looks = await Promise.all(sources.map((source) => this.#lookOf(source)))
    const bySize = new Map<number, number>()
    for (const { size, inode } of new Map(looks.map((look) => [look.inode, look])).values())
      if (inode !== null && size !== null) bySize.set(size, (bySize.get(size) ?? 0) + 1)
    const first = new Map<string, string>()
    const repeated: Repeated[] = []
    for (const [at, { size, inode }] of looks.entries()) {
      const source = sources[at] ?? ''
      const names = [inode ?? spelled(source)]
      // Alone of its size it is like none but itself.
      if (size !== null && (bySize.get(size) ?? 0) > 1) names.push(await this.#contentOf(source))
      const same = names.map((name) => first.get(name)).find((found) => found !== undefined)
      if (same !== undefined) repeated.push({ at, source, same })
      for (const name of names) if (!first.has(name)) first.set(name, same ?? source)
    }
    return repeated
  }

  /** What is no file, or on a disk that says nothing, is like no other. */
  async #lookOf(source: string): Promise<Look> {
    const found = isAddress(source) ? null : await this.#files.lookAt(source).catch(() => null)
    if (found === null || found.isFolder) return { size: null, inode: null }
    return { size: found.sizeBytes, inode: found.identity }
  }

  async #contentOf(path: string): Promise<string> {
    const content = await this.#files.hash(path).catch(() => null)
    return content?.sha256 ?? path
  }
}

/** One address has many spellings: a host in capitals, the usual port. */
const spelled = (source: string): string => (isAddress(source) ? (URL.parse(source)?.href ?? source) : source)

interface Look {
  size: number | null
  inode: string | null
}

/** "b.jpg is the same picture as a.jpg", for one or the first of many. */
export function repeatedWords([first, ...more]: readonly Repeated[]): string | null {
  if (!first) return null
  const name = (path: string): string => (isAddress(path) ? path : sanitizeText(basename(path)))
  const [again, before] = [name(first.source), name(first.same)]
  const one = again === before ? `${again} is in this order twice` : `${again} is the same picture as ${before}`
  if (more.length === 0) return `${one}.`
  return `${one}, and ${more.length === 1 ? '1 more is' : `${more.length} more are`} the same as another one.`
}
