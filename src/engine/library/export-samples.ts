import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { ExportSample } from '../../contract/exports.ts'
import type { ExportPicture } from '../../domain/export/choice.ts'
import { isConvertible } from '../../domain/export/plan.ts'
import type { Asset } from '../store/assets.ts'
import type { LibraryContext } from './context.ts'
import { exportsIn, remove, unlessCalledOff } from './export-folders.ts'
import { sourceTypeOf } from './export-made.ts'

/**
 * Encodes a result as it would be exported, to know what comes of it. One at a time, and of those that wait only the last
 * one that was asked for: whoever turns a knob asks for many, and no worker is taken from others for the ones in between.
 */
export class ExportSamples {
  readonly #engine: LibraryContext
  #underWay: Promise<unknown> = Promise.resolve()
  #latest: AbortController | null = null

  constructor(engine: LibraryContext) {
    this.#engine = engine
  }

  /** @returns null where another one was asked for meanwhile @throws the worker's error */
  async of(asset: Asset, picture: ExportPicture, mark: boolean): Promise<ExportSample | null> {
    this.#latest?.abort()
    const own = new AbortController()
    this.#latest = own
    await this.#underWay
    if (own.signal.aborted) return null
    const making = this.#make(asset, picture, mark)
    this.#underWay = making.catch(() => undefined)
    const sample = await unlessCalledOff(making, own.signal).catch((error: unknown) => {
      if (own.signal.aborted) return null
      throw error
    })
    return own.signal.aborted ? null : sample
  }

  async #make(asset: Asset, picture: ExportPicture, mark: boolean): Promise<ExportSample> {
    const out = join(exportsIn(this.#engine.options.folders.cache), randomUUID())
    const asItIs = {
      files: [{ scale: 1, sizeBytes: asset.sizeBytes, width: asset.width, height: asset.height }],
      isAsItWas: true,
      isSmaller: false,
    }
    if (!isConvertible(asset)) return asItIs
    try {
      const wish = { picture, source: mark ? sourceTypeOf(asset) : null }
      const made = await this.#engine.images.export(this.#engine.pathOf(asset), out, wish, { priority: 'visible' })
      if (made.length === 0) return asItIs
      return {
        files: made.map(({ scale, sizeBytes, width, height }) => ({ scale, sizeBytes, width, height })),
        isAsItWas: false,
        isSmaller: made.some(({ isSmaller }) => isSmaller),
      }
    } finally {
      await remove(out)
    }
  }
}
