import { basename, extname } from 'node:path'
import { isAddress } from '../../domain/form/address.ts'
import type { ForeignFiles } from '../images/foreign-files.ts'
import { sanitizeText } from '../platform/text.ts'

/** A picture that is in an order a second time, and the one that it is the same as. */
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
    const groups = new Map<string, number[]>()
    for (const [at, { size, inode }] of looks.entries()) {
      const source = sources[at] ?? ''
      const names = [inode ?? spelled(source)]
      // Alone of its size it is like none but itself.
      if (size !== null && (bySize.get(size) ?? 0) > 1) names.push(await this.#contentOf(source))
      const group = names.map((name) => groups.get(name)).find((found) => found !== undefined) ?? []
      group.push(at)
      for (const name of names) if (!groups.has(name)) groups.set(name, group)
    }
    return [...new Set(groups.values())]
      .flatMap((group) => {
        const kept = keptOf(group, sources)
        return group
          .filter((at) => at !== kept)
          .map((at) => ({ at, source: sources[at] ?? '', same: sources[kept] ?? '' }))
      })
      .sort((one, other) => one.at - other.at)
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

/** The first that was given; but of `chair copy.jpg` and `chair.jpg`, in whatever order, the one that the other is named after. */
const keptOf = ([first = 0, ...more]: readonly number[], sources: readonly string[]): number =>
  more.reduce((kept, at) => {
    const [stem, other] = [bareName(sources[kept] ?? ''), bareName(sources[at] ?? '')]
    return other !== '' && other.length < stem.length && stem.startsWith(other) ? at : kept
  }, first)

const bareName = (path: string): string => basename(path, extname(path))

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
