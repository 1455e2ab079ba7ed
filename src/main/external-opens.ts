import { isLink, type Link, parseLink } from '../domain/links/link.ts'
import { namedFiles } from './named-files.ts'

interface Takers {
  link: (link: Link) => void
  files: (paths: string[]) => void
}

/**
 * What other programs hand to the app: files to open, and links. macOS hands over before the app is ready: what comes
 * before `start` waits for it.
 */
export class ExternalOpens {
  readonly #takers: Takers
  #waiting: (() => void)[] | null = []

  constructor(takers: Takers) {
    this.#takers = takers
  }

  start(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = null
    for (const take of waiting) take()
  }

  /** A command line: this program's own, or that of a second one that was started. */
  named(argv: readonly string[], folder: string, appPath: string): void {
    const paths = namedFiles(argv, folder, appPath)
    if (paths.length > 0) this.#take(() => this.#takers.files(paths))
    // One press is one link; further ones would have been put there by whoever wrote the first.
    const link = argv.slice(1).find(isLink)
    if (link !== undefined) this.linked(link)
  }

  linked(text: string): void {
    this.#take(() => this.#takers.link(parseLink(text)))
  }

  opened(path: string): void {
    this.#take(() => this.#takers.files([path]))
  }

  #take(take: () => void): void {
    if (this.#waiting === null) take()
    else this.#waiting.push(take)
  }
}
