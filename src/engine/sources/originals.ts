import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { OriginalView } from '../../contract/files.ts'
import { assertNever } from '../../domain/assert-never.ts'
import { originalSentence } from '../../domain/form/original.ts'
import { needsResize } from '../../domain/form/upscale-size.ts'
import type { Reencode } from '../../domain/request/receipt.ts'
import type { Inspection } from '../images/answers.ts'
import { inlineMaxBytes, upscaleSource } from '../images/limits.ts'
import type { Images } from '../images/port.ts'
import { sanitizeText } from '../platform/text.ts'
import { fitOriginal, type OriginalFit } from './fit-original.ts'
import type { Inspector } from './inspector.ts'
import { Thumbnails } from './thumbnails.ts'

/** Edge of a detail: as much as two of them have room for beside each other. */
const detailEdge = 512

/**
 * Looks at local originals before they are ordered, and tells the way each can go (obligations.md A1). A large one is
 * encoded for it, which takes a second or more: what was found is remembered for as long as the file does not change.
 */
export class Originals {
  readonly #images: Images
  readonly #inspector: Inspector
  readonly #details: string
  readonly #seen = new Map<string, Promise<OriginalView>>()
  /** Where the worker has put the offered copies, by the key of their original. */
  readonly #copies = new Map<string, string>()

  /** @param cache folder for what can be made again */
  constructor(images: Images, inspector: Inspector, cache: string) {
    this.#images = images
    this.#inspector = inspector
    this.#details = join(cache, 'details')
  }

  /** Never throws: what cannot be read is `refused`, with the reason. */
  async look(path: string): Promise<OriginalView> {
    const inspection = await this.#inspector.inspect(path)
    if (inspection.problem !== null) return { ...viewOf(path, inspection), way: 'refused', message: inspection.problem }
    if (fitsAtOnce(inspection)) return viewOf(path, inspection)
    let key: string
    try {
      key = await Thumbnails.keyOf(path, this.#images.files)
    } catch {
      // Gone since: the inspector has the words for it the next time.
      return this.look(path)
    }
    const known = this.#seen.get(key)
    if (known) return known
    const looked = this.#fit(path, key, inspection).catch((error: unknown): OriginalView => {
      // A worker's trouble may be over the next time.
      this.#seen.delete(key)
      const message = error instanceof Error ? error.message : 'The file could not be looked at.'
      return { ...viewOf(path, inspection), way: 'refused', message }
    })
    this.#seen.set(key, looked)
    return looked
  }

  /**
   * The middle of an original, or of the copy offered for it, pixel for pixel.
   * @param key of a file that was looked at
   * @returns an absolute path, or null where no copy is offered
   * @throws ImageWorkerError
   */
  async detail(key: string, of: 'original' | 'copy'): Promise<string | null> {
    const copy = this.#copies.get(key)
    const path = of === 'copy' ? copy : this.#inspector.pathOf(key)
    if (copy === undefined || path == null) return null
    const out = join(this.#details, `${key}-${of}.webp`)
    if (!existsSync(out)) await this.#images.detail(path, out, detailEdge, { priority: 'visible' })
    return out
  }

  async #fit(path: string, key: string, inspection: Inspection): Promise<OriginalView> {
    const fit = await fitOriginal(path, inspection.sizeBytes, this.#images)
    const view = { ...viewOf(path, inspection), ...found(path, fit) }
    if (fit.way !== 'choice') return view
    this.#copies.set(key, fit.file.path)
    const detail = (of: 'original' | 'copy') => `printroom://file/${key}/${of}`
    return { ...view, details: { original: detail('original'), copy: detail('copy') } }
  }
}

/** Still, of a size the service takes, and small enough for an upload whatever has to be done to it. */
function fitsAtOnce({ sizeBytes, format, animated, width, height }: Inspection): boolean {
  if (sizeBytes > inlineMaxBytes || animated || format === 'gif' || width === null || height === null) return false
  return width * height <= upscaleSource.maxPixels
}

function viewOf(path: string, { sizeBytes, width, height }: Inspection): OriginalView {
  const willAskResize = width !== null && height !== null && needsResize(width, height)
  return {
    file: path,
    way: 'upload',
    message: null,
    sizeBytes,
    width,
    height,
    reencode: null,
    details: null,
    willAskResize,
  }
}

function found(path: string, fit: OriginalFit): Partial<OriginalView> {
  switch (fit.way) {
    case 'upload':
      return {}
    case 'refused':
      return { way: 'refused', message: fit.reason }
    case 'choice':
      return large(path, fit.sizeBytes, fit.file, { quality: fit.quality, sizeBytes: fit.file.sizeBytes })
    case 'address':
      return large(path, fit.needs.sizeBytes, fit.needs, null)
    default:
      return assertNever(fit)
  }
}

function large(
  path: string,
  sizeBytes: number,
  { width, height }: { width: number; height: number },
  reencode: Reencode | null,
): Partial<OriginalView> {
  const name = sanitizeText(basename(path))
  const message = originalSentence({ name, sizeBytes, width, height, reencode })
  return { way: reencode === null ? 'address' : 'choice', message, sizeBytes, width, height, reencode }
}
