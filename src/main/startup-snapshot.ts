import { readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { type StartupSnapshot, startupSnapshot } from '../contract/startup-snapshot.ts'
import { makeFolders } from '../engine/platform/make-folders.ts'

const kept = startupSnapshot.extend({ service: z.string(), data: z.string() })
type Kept = z.infer<typeof kept>

interface Here {
  /** The service whose library the window shows; null where none was chosen yet. */
  service: string | null
  /** The folder of its data, which says whose home it is. */
  data: string
}

/**
 * What was seen of the library last, painted into the document before any script has run and before the engine has
 * opened the database: a start shows pictures as soon as a window can show anything. It is a picture of the library and
 * nothing else, which goes as soon as the library itself is there. A cache: without it the window begins empty.
 */
export class StartupSnapshotFile {
  readonly #path: string
  readonly #here: () => Here
  #shown: Kept | null = null
  #keeping: Promise<void> = Promise.resolve()

  constructor(path: string, here: () => Here) {
    this.#path = path
    this.#here = here
  }

  /**
   * The start page with what was seen last in it, if that was of this service and home. The picture lies in the document
   * itself and the app's own sheets at its end: nothing has to be fetched before it is painted but its place.
   */
  into(page: string): string {
    this.#shown = this.#read()
    if (this.#shown === null) return page
    const { view, rowHeight, seen } = this.#shown
    const picture = seen === null ? '' : ` src="${seen.picture}" data-picture`
    const layer = `<img id="first-sight" alt="" aria-hidden="true" hidden data-row-height="${rowHeight}"${picture} />`
    const sheet = `<link rel="stylesheet" href="./first-sight.css" media="${only(view)}" />`
    const begun = seen === null ? page : sheetsLast(page).replace('</title>', () => `</title>${sheet}`)
    return begun.replace('<body>', () => `<body>${layer}`)
  }

  /** Where the picture stood: a sheet, since the page's policy allows no style in the document. */
  get sheet(): string {
    const seen = this.#shown?.seen
    return seen ? `${rules}\n#first-sight { ${placed(seen)} }` : ''
  }

  /**
   * Keeps what is seen now. Where that is nothing, what was seen before is forgotten.
   * @param text what the page says, not yet looked at
   * @returns whether it was of the form
   */
  async keep(text: string): Promise<boolean> {
    const seen = parsed(startupSnapshot, text)
    if (seen === null) return false
    const { service, data } = this.#here()
    if (service === null) return true
    // One after the other: what was seen earlier must not be written last.
    this.#keeping = this.#keeping.then(() => this.#write({ ...seen, service, data })).catch(() => undefined)
    await this.#keeping
    return true
  }

  /** Null also where it cannot be read at this moment: the window opens all the same. */
  #read(): Kept | null {
    try {
      const read = parsed(kept, readFileSync(this.#path, 'utf8'))
      const { service, data } = this.#here()
      return read !== null && read.service === service && read.data === data ? read : null
    } catch {
      return null
    }
  }

  async #write(next: Kept): Promise<void> {
    makeFolders(dirname(this.#path), 0o700)
    const half = `${this.#path}.new`
    await writeFile(half, JSON.stringify(next), { mode: 0o600 })
    await rename(half, this.#path)
  }
}

/**
 * It is painted before the app's own sheets are there, in the colours that they will bring. Without this one, which holds
 * for a window of one size, it stays hidden.
 */
const rules = `
html { background: light-dark(#f4f4f4, #1d1d1d); }
#first-sight {
  display: block;
  position: fixed;
  z-index: var(--z-tray, 10);
  background: var(--bench, light-dark(#e4e4e4, #141414));
  pointer-events: none;
}`

const placed = ({ left, top, width, height }: NonNullable<StartupSnapshot['seen']>): string =>
  `left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`

/**
 * A sheet in the head holds back all painting until it is there; one at the end of the body, only what comes after it.
 * There they would be fetched one after the other, so the head still names them.
 */
function sheetsLast(page: string): string {
  const sheets = page.match(/<link rel="stylesheet"[^>]*>/g) ?? []
  return page
    .replaceAll('<link rel="stylesheet"', '<link rel="preload" as="style"')
    .replace('</body>', () => `${sheets.join('')}</body>`)
}

/** Windows of that size. A display may be scaled, so that one is a part of a pixel larger than it says. */
function only(view: StartupSnapshot['view']): string {
  const sides = (['width', 'height'] as const).map(
    (side) => `(min-${side}: ${view[side] - 0.99}px) and (max-${side}: ${view[side] + 0.99}px)`,
  )
  return sides.join(' and ')
}

/** Null where it is not of the form, or no JSON at all. */
function parsed<T>(form: z.ZodType<T>, text: string): T | null {
  try {
    return form.parse(JSON.parse(text))
  } catch {
    return null
  }
}
