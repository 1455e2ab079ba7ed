import { access } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { z } from 'zod'
import { answered } from '../platform/disk-answer.ts'
import type { Folders } from '../platform/home.ts'
import type { DurableSettings } from './durable-settings.ts'

const place = z.object({ data: z.string(), library: z.string() })
type Place = z.infer<typeof place>

const formerKept = 8

/**
 * Where this home lies, and where it lay before: what is in it is named by whole paths in orders, which are never
 * written anew, and a folder can be renamed, copied, or on a disk that is mounted elsewhere today.
 */
export class HomePlaces {
  readonly #now: Place
  readonly #former: readonly Place[]

  /** @param readOnly the home can only be looked at: where it lies now is not noted */
  constructor(settings: DurableSettings, { data, library }: Pick<Folders, 'data' | 'library'>, readOnly: boolean) {
    this.#now = { data: resolve(data), library: resolve(library) }
    const known = read(settings.homePlaces)
    const isHere = (one: Place): boolean => one.data === this.#now.data && one.library === this.#now.library
    this.#former = known.filter((one) => !isHere(one))
    const first = known[0]
    if (readOnly || (first && isHere(first))) return
    try {
      settings.setHomePlaces(JSON.stringify([this.#now, ...this.#former].slice(0, formerKept + 1)))
    } catch {
      // A disk that says no is told of where it matters; the next start notes it.
    }
  }

  /** Where a file of this home is now that lay in it when it was named; other paths as they are. */
  async resolveMovedPath(path: string): Promise<string> {
    for (const former of this.#former)
      for (const part of ['data', 'library'] as const) {
        if (former[part] === this.#now[part] || !path.startsWith(former[part] + sep)) continue
        const now = join(this.#now[part], path.slice(former[part].length + 1))
        if (await isThere(this.#now[part], now)) return now
      }
    return path
  }
}

/** The library's part may lie on a disk that does not answer. */
const isThere = (folder: string, path: string): Promise<boolean> =>
  answered(folder, () => access(path)).then(
    () => true,
    () => false,
  )

function read(text: string | null): Place[] {
  try {
    return text === null ? [] : z.array(place).parse(JSON.parse(text))
  } catch {
    // Whoever wrote it, what was named before is looked for under its own name alone.
    return []
  }
}
