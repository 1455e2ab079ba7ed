import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { KeptFrom, TouchUpStart } from '../../contract/touch-up.ts'
import { copyName } from '../../domain/naming/file-name.ts'
import { isLocal } from '../../domain/request/sources.ts'
import { isSameShape } from '../../domain/touch-up/same-shape.ts'
import type { TouchUpStroke } from '../../domain/touch-up/stroke.ts'
import type { TouchedUpFile } from '../images/answers.ts'
import { NotNowError } from '../platform/call-error.ts'
import { answered, fileAnswered } from '../platform/disk-answer.ts'
import type { Asset } from '../store/assets.ts'
import { makeFolderLater } from '../store/folders.ts'
import type { LibraryContext } from './context.ts'
import { copyWhole, removeFile } from './copy-file.ts'
import { exportObstacle } from './export-trouble.ts'
import { freeName, monthFolder } from './free-name.ts'
import { type Known, knownOf } from './known.ts'

type Photograph = { path: string; sha256: string } | { why: NonNullable<TouchUpStart['why']> }

interface Made {
  file: TouchedUpFile
  known: Known
}

/**
 * Cutouts whose edges a person has mended. Each is a picture of its own in the library, made here and at no cost: what was
 * paid for stays byte for byte as it came.
 */
export class TouchUps {
  readonly #engine: LibraryContext
  readonly #onMade: () => void

  constructor(engine: LibraryContext, onMade: () => void) {
    this.#engine = engine
    this.#onMade = onMade
  }

  async start(id: string): Promise<TouchUpStart> {
    const asset = this.#assetOf(id)
    const photograph = await this.#photographOf(asset)
    if ('why' in photograph) return { keptFrom: 'own', source: null, why: photograph.why }
    const source = `printroom://source/${encodeURIComponent(asset.requestId)}/full`
    return { keptFrom: 'source', source, why: null }
  }

  /** @throws NotNowError with a sentence; nothing was saved then */
  async save(id: string, strokes: TouchUpStroke[], keptFrom: KeptFrom): Promise<Asset> {
    if (this.#engine.store.readOnly)
      throw new NotNowError('This library can only be looked at now. The touch-up was not saved.')
    const parent = this.#assetOf(id)
    const photograph = keptFrom === 'source' ? await this.#photographOf(parent) : null
    if (photograph !== null && 'why' in photograph)
      throw new NotNowError(
        'The original photograph is no longer there as it was. Nothing was saved. Put it back, or close and open the touch-up again.',
      )
    const out = join(this.#engine.options.folders.cache, 'touch-ups', randomUUID())
    try {
      const { images } = this.#engine
      const wish = { strokes, source: photograph }
      const file = await images.touchUp(this.#engine.pathOf(parent), out, wish, { priority: 'visible' })
      const { known } = await knownOf(file.path, images)
      const asset = await this.#put(parent, { file, known })
      this.#onMade()
      return asset
    } catch (error) {
      if (error instanceof NotNowError) throw error
      const why = exportObstacle(error).replace(/\.$/, '')
      throw new NotNowError(`The touch-up was not saved: ${why}. Your strokes are kept, and nothing was charged.`)
    } finally {
      await rm(out, { recursive: true, force: true }).catch(() => undefined)
    }
  }

  #assetOf(id: string): Asset {
    const asset = this.#engine.store.assets.get(id)
    if (asset === null) throw new NotNowError('There is no such file in the library.')
    return asset
  }

  /** The one that the first of its line was made from, where it is here with the content that it had then. */
  async #photographOf({ requestId, width, height }: Asset): Promise<Photograph> {
    const { store, place, images } = this.#engine
    const order = store.receipts.get(requestId)?.order
    const named = order?.kind === 'skill' ? order.pictures[0]?.source : undefined
    if (named === undefined || !isLocal(named)) return { why: 'none' }
    const path = (await place.resolveMovedPaths([named.path]))(named.path)
    const content = await images.files.hash(path).catch(() => null)
    if (content === null) return { why: 'gone' }
    if (content.sha256 !== named.sha256) return { why: 'changed' }
    const seen = await images.inspect(path).catch(() => null)
    if (seen === null || seen.width === null || seen.height === null) return { why: 'gone' }
    const isAlike = isSameShape({ width: seen.width, height: seen.height }, { width: width ?? 0, height: height ?? 0 })
    return isAlike ? { path, sha256: named.sha256 } : { why: 'shape' }
  }

  /** Copied, synced and read back before it is recorded, in the folder that the library has at that moment. */
  async #put(parent: Asset, { file, known }: Made): Promise<Asset> {
    const { place, store, thumbnails } = this.#engine
    for (;;) {
      const createdMs = Date.now()
      const folder = monthFolder(createdMs)
      const library = await place.forWriting()
      const absolute = join(library, folder)
      await answered(library, () => makeFolderLater(absolute, place.newFolders))
      const wished = copyName(parent.name.replace(lastTouchUp, '.'), 'touch-up', 'png')
      const name = await fileAnswered(library, () => freeName(absolute, wished, null), file.sizeBytes)
      const to = join(absolute, name)
      const copied = await fileAnswered(library, () => copyWhole(file.path, to), file.sizeBytes)
      if (copied !== file.sha256) throw new NotNowError('What was written reads otherwise. Nothing was saved.')
      const asset = {
        ...parent,
        ...known,
        id: `touch-up.${randomUUID()}`,
        name,
        relativePath: `${folder}/${name}`,
        sha256: file.sha256,
        sizeBytes: file.sizeBytes,
        createdMs,
        parentId: parent.id,
      }
      if (!store.assets.addMadeHere(asset, () => place.folder === library)) {
        await answered(library, () => removeFile(to)).catch(() => undefined)
        continue
      }
      await thumbnails.make(file.sha256, to).catch(() => undefined)
      return asset
    }
  }
}

/** Of a picture that was touched up before. */
const lastTouchUp = /-touch-up(-\d+)?\./
