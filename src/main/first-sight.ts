import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { z } from 'zod'
import { firstSight } from '../contract/first-sight.ts'

const kept = firstSight.extend({
  service: z.string(),
  /** Where each picture's thumbnail lies below the folder of the cache, by its address. */
  files: z.record(z.string(), z.string()),
})
type Kept = z.infer<typeof kept>

interface Here {
  /** The service whose library the window shows; null where none was chosen yet. */
  service: string | null
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
  #writing: Promise<void> = Promise.resolve()

  constructor(path: string, here: () => Here) {
    this.#path = path
    this.#here = here
  }

  /** The start page with what was seen last in it, if that was this service's. */
  into(page: string): string {
    this.#shown = this.#read()
    if (this.#shown === null) return page
    const { view, pictures, rowHeight } = this.#shown
    const images = pictures.map(
      ({ address, isCutout }) => `<img src="${address}" alt="" data-picture${isCutout ? ' data-cutout' : ''} />`,
    )
    const media = `(width: ${view.width}px) and (height: ${view.height}px)`
    return page
      .replace('</head>', `<link rel="stylesheet" href="./first-sight.css" media="${media}" /></head>`)
      .replace(
        '<body>',
        `<body><div id="first-sight" aria-hidden="true" data-row-height="${rowHeight}">${images.join('')}</div>`,
      )
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
   * Keeps what is seen now; with no pictures in it, forgets what was.
   * @param text what the page says, not yet looked at
   * @param pictureFile the path behind a picture's address
   * @returns whether it was of the form
   */
  async keep(text: string, pictureFile: (address: string) => Promise<string | null>): Promise<boolean> {
    const read = parsed(firstSight, text)
    if (read === null) return false
    const { service, cache } = this.#here()
    const files: Record<string, string> = {}
    for (const { address } of read.pictures) {
      const path = await pictureFile(address.slice('printroom://'.length))
      const file = path === null ? '' : relative(cache, path)
      if (below(cache, file) !== null) files[address] = file
    }
    const pictures = read.pictures.filter(({ address }) => Object.hasOwn(files, address))
    const next: Kept | null = service === null || pictures.length === 0 ? null : { ...read, pictures, service, files }
    this.#writing = this.#writing.then(() => this.#write(next)).catch(() => undefined)
    await this.#writing
    return true
  }

  #read(): Kept | null {
    const text = existsSync(this.#path) ? readFileSync(this.#path, 'utf8') : ''
    const read = parsed(kept, text)
    return read !== null && read.service === this.#here().service ? read : null
  }

  async #write(next: Kept | null): Promise<void> {
    if (next === null) {
      await rm(this.#path, { force: true })
      return
    }
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

const placed = ({ left, top, width, height }: { left: number; top: number; width: number; height: number }): string =>
  `left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`
