import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { z } from 'zod'
import { type FirstSight, firstSight } from '../contract/first-sight.ts'

const kept = firstSight.extend({
  service: z.string(),
  data: z.string(),
  /** Where each picture's thumbnail lies below the folder of the cache, by its address. */
  files: z.record(z.string(), z.string()),
})
type Kept = z.infer<typeof kept>

interface Here {
  /** The service whose library the window shows; null where none was chosen yet. */
  service: string | null
  /** The folder of its data, which says whose home it is. */
  data: string
  /** The folder that holds its thumbnails. */
  cache: string
}

/**
 * What was seen of the library last, painted into the document before any script has run and before the engine has
 * opened the database: a start shows pictures as soon as a window can show anything. It is a picture of the library and
 * nothing else, which goes as soon as the library itself is there. A cache: without it the window begins empty.
 */
export class FirstSightFile {
  readonly #path: string
  readonly #here: () => Here
  #shown: Kept | null = null
  #keeping: Promise<void> = Promise.resolve()

  constructor(path: string, here: () => Here) {
    this.#path = path
    this.#here = here
  }

  /** The start page with what was seen last in it, if that was of this service and home. */
  into(page: string): string {
    this.#shown = this.#read()
    if (this.#shown === null) return page
    const { view, pictures, rowHeight } = this.#shown
    const images = pictures.map(
      ({ address, isCutout }) => `<img src="${address}" alt="" data-picture${isCutout ? ' data-cutout' : ''} />`,
    )
    // A display may be scaled, so that the window is a part of a pixel larger than it says.
    const media = `${within('width', view.width)} and ${within('height', view.height)}`
    const sheet = pictures.length > 0 ? `<link rel="stylesheet" href="./first-sight.css" media="${media}" />` : ''
    const layer = `<div id="first-sight" aria-hidden="true" data-row-height="${rowHeight}">${images.join('')}</div>`
    return page.replace('</head>', () => `${sheet}</head>`).replace('<body>', () => `<body>${layer}`)
  }

  /** Where the pictures stood: a sheet, since the page's policy allows no style in the document. */
  get sheet(): string {
    if (this.#shown === null) return ''
    const { pane, pictures } = this.#shown
    const places = pictures.map((picture, n) => `#first-sight > :nth-child(${n + 1}) { ${placed(picture)} }`)
    return [`#first-sight { display: block; ${placed(pane)} }`, ...places].join('\n')
  }

  /** The file behind a picture's address, known without the engine. */
  pathOf(address: string): string | null {
    const file = this.#shown?.files[address]
    if (file === undefined) return null
    const path = below(this.#here().cache, file)
    return path !== null && existsSync(path) ? path : null
  }

  /**
   * Keeps what is seen now. With no pictures in it, those that were seen before are forgotten.
   * @param text what the page says, not yet looked at
   * @param pictureFile the path behind a picture's address
   * @returns whether it was of the form
   */
  async keep(text: string, pictureFile: (address: string) => Promise<string | null>): Promise<boolean> {
    const read = parsed(firstSight, text)
    if (read === null) return false
    // One after the other: what was seen earlier must not be written last.
    this.#keeping = this.#keeping.then(() => this.#keep(read, pictureFile)).catch(() => undefined)
    await this.#keeping
    return true
  }

  async #keep(seen: FirstSight, pictureFile: (address: string) => Promise<string | null>): Promise<void> {
    const { service, data, cache } = this.#here()
    if (service === null) return
    const files: Record<string, string> = {}
    for (const { address } of seen.pictures) {
      const path = await pictureFile(address.slice('printroom://'.length))
      const file = path === null ? '' : relative(cache, path)
      if (below(cache, file) !== null) files[address] = file
    }
    const pictures = seen.pictures.filter(({ address }) => Object.hasOwn(files, address))
    // The engine has gone meanwhile, or another one is there: it knows none of them.
    if (pictures.length === 0 && seen.pictures.length > 0) return
    await this.#write({ ...seen, pictures, service, data, files })
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
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 })
    const half = `${this.#path}.new`
    await writeFile(half, JSON.stringify(next), { mode: 0o600 })
    await rename(half, this.#path)
  }
}

/** Null where it is not of the form, or no JSON at all. */
function parsed<T>(form: z.ZodType<T>, text: string): T | null {
  try {
    return form.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** A path below a folder, or null: no name climbs out of it. */
function below(folder: string, file: string): string | null {
  const path = join(folder, file)
  return file !== '' && path.startsWith(folder + sep) ? path : null
}

const within = (side: 'width' | 'height', length: number): string =>
  `(min-${side}: ${length - 0.99}px) and (max-${side}: ${length + 0.99}px)`

const placed = ({ left, top, width, height }: { left: number; top: number; width: number; height: number }): string =>
  `left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`
