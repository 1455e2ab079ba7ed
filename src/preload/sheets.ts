import { adopted, fonts, sheets } from './own.ts'

/** A sheet of the app's as it is in its file, rule for rule. */
interface Shipped {
  rules: readonly string[]
  faces: number
}

/** Of the rules, one in so many is read at each look while nobody is near: to read all of them takes some milliseconds. */
const parts = 4
/** Whatever a face says of its own beside these would move, cut or swap its letters. */
const plainFace = { ascentOverride: 'normal', descentOverride: 'normal', lineGapOverride: 'normal' } as const

/**
 * The page's sheets are the app's own files, as they were shipped, and nothing else says how the page looks: what a script
 * would change of a button, or paint over it, it would have to say by a sheet. The files are read once more, and not out of
 * the page, where a script may have been at them.
 */
export class ShippedSheets {
  readonly #files = new Map<string, Shipped | null>()
  readonly #origin = `${location.origin}/`
  /** As the page begins: of Electron's own, none. */
  readonly #adopted = new Set(adopted())
  /** Only main's own sheet of what was seen last says for which windows it is (main: startup-snapshot.ts). */
  readonly #firstSight = `${this.#origin}first-sight.css`
  #part = 0

  /** Begins to read the files of those that came since: what is not read yet is not known. */
  read(): void {
    for (const { href } of sheets()) {
      if (href === null || !href.startsWith(this.#origin) || this.#files.has(href)) continue
      this.#files.set(href, null)
      void readFile(href).then(
        (file) => this.#files.set(href, file),
        () => this.#files.delete(href),
      )
    }
  }

  /** @param isWhole every rule is compared, and not a part of them that the next looks complete */
  areAsShipped(isWhole: boolean): boolean {
    if (!adopted().every((sheet) => this.#adopted.has(sheet))) return false
    this.#part = (this.#part + 1) % parts
    let faces = 0
    for (const sheet of sheets()) {
      const shipped = this.#files.get(sheet.href ?? '')
      if (!shipped || !this.#isSame(sheet, shipped, isWhole)) return false
      faces += shipped.faces
    }
    return areFacesPlain(faces)
  }

  #isSame({ href, disabled, media, cssRules }: CSSStyleSheet, { rules }: Shipped, isWhole: boolean): boolean {
    if (disabled || cssRules.length !== rules.length) return false
    if (media.length > 0 && href !== this.#firstSight) return false
    return rules.every((rule, at) => (!isWhole && at % parts !== this.#part) || cssRules.item(at)?.cssText === rule)
  }
}

async function readFile(href: string): Promise<Shipped> {
  const sheet = new CSSStyleSheet({ baseURL: href })
  sheet.replaceSync(await (await fetch(href)).text())
  const rules = [...sheet.cssRules]
  return {
    rules: rules.map(({ cssText }) => cssText),
    faces: rules.filter((rule) => rule instanceof CSSFontFaceRule).length,
  }
}

/** A script can add faces to the document, and say other things of those that sheets brought. */
function areFacesPlain(many: number): boolean {
  if (fonts().size !== many) return false
  return [...fonts()].every((face) =>
    Object.entries(plainFace).every(([name, value]) => face[name as keyof typeof plainFace] === value),
  )
}
