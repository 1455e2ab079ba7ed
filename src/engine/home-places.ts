import { existsSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { z } from 'zod'
import type { Folders } from './home.ts'
import type { LastingNotes } from './store/lasting-notes.ts'

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
  constructor(lasting: LastingNotes, { data, library }: Pick<Folders, 'data' | 'library'>, readOnly: boolean) {
    this.#now = { data: resolve(data), library: resolve(library) }
    const known = read(lasting.homePlaces)
    const isHere = (one: Place): boolean => one.data === this.#now.data && one.library === this.#now.library
    this.#former = known.filter((one) => !isHere(one))
    const first = known[0]
    if (readOnly || (first && isHere(first))) return
    try {
      lasting.setHomePlaces(JSON.stringify([this.#now, ...this.#former].slice(0, formerKept + 1)))
    } catch {
      // A disk that says no is told of where it matters; the next start notes it.
    }
  }

  /** Where a file of this home is now that lay in it when it was named; other paths as they are. */
  whereNow(path: string): string {
    for (const former of this.#former)
      for (const part of ['data', 'library'] as const) {
        if (former[part] === this.#now[part] || !path.startsWith(former[part] + sep)) continue
        const now = join(this.#now[part], path.slice(former[part].length + 1))
        if (existsSync(now)) return now
      }
    return path
  }
}

function read(text: string | null): Place[] {
  try {
    return text === null ? [] : z.array(place).parse(JSON.parse(text))
  } catch {
    // Whoever wrote it, what was named before is looked for under its own name alone.
    return []
  }
}
