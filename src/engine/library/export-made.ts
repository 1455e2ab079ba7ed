import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isConvertible, plannedFiles } from '../../domain/export/plan.ts'
import type { ExportWish } from '../../domain/export/wish.ts'
import { type SourceType, withAiMark } from '../images/worker/ai-mark.ts'
import type { Asset } from '../store/assets.ts'
import type { LibraryContext } from './context.ts'
import { sightOf } from './sight.ts'

/** One file that is to be put into somebody's folder. */
export interface MadeFile {
  /** Ends its name, before its dot. */
  ending: string
  extension: string
  /** Where its bytes lie, or they themselves. */
  content: { path: string } | { bytes: Buffer }
  sha256: string
  isMarked: boolean
  width: number | null
  height: number | null
  format: string
}

/** What an export makes of one result. */
export interface MadeExport {
  files: MadeFile[]
  /** Another one was wished, but this is a film or moves. */
  isAsItWas: boolean
  /** Some file has fewer pixels than were asked for. */
  isSmaller: boolean
}

export const sourceTypeOf = ({ kind }: Pick<Asset, 'kind'>): SourceType =>
  kind === 'generation' ? 'trainedAlgorithmicMedia' : 'compositeWithTrainedAlgorithmicMedia'

/**
 * The files of one result, converted by an image worker or as they are. Nothing is written but into `out`.
 * @param out a folder of our own, for this result alone
 * @throws an Error with a sentence, or the worker's
 */
export async function makeFiles(
  engine: LibraryContext,
  asset: Asset,
  { picture, mark }: ExportWish,
  out: string,
  signal?: AbortSignal,
): Promise<MadeExport> {
  const from = engine.pathOf(asset)
  // Before it is opened: a pipe would hold up whoever opens it for ever.
  const sight = await sightOf(from)
  if (sight.what === 'other') throw new Error(`${sight.thing} has its place`)
  if (sight.what === 'untold') throw new Error(sight.why)
  if (sight.what === 'nothing') throw new Error('its file is missing')
  if (picture === null || !isConvertible(asset))
    return { files: [await asItIs(asset, from, mark)], isAsItWas: picture !== null, isSmaller: false }
  const wish = { picture, source: mark ? sourceTypeOf(asset) : null }
  // Not begun once it is called off; a worker that has it makes it to the end, and its folder with it.
  signal?.throwIfAborted()
  const files = await engine.images.export(from, out, wish, { priority: 'bulk' })
  if (files.length === 0) return { files: [await asItIs(asset, from, mark)], isAsItWas: true, isSmaller: false }
  const planned = plannedFiles(picture)
  return {
    files: files.map(({ scale, path, sha256, isMarked, width, height }) => {
      const { ending = '', extension = picture.format } = planned.find((each) => each.scale === scale) ?? {}
      // Where the answer says it lies is not believed: only this folder is read.
      const content = { path: join(out, `${scale}.${extension}`) }
      if (path !== content.path) throw new Error('it could not be made')
      return { ending, extension, content, sha256, isMarked, width, height, format: picture.format }
    }),
    isAsItWas: false,
    isSmaller: files.some(({ isSmaller }) => isSmaller),
  }
}

async function asItIs(asset: Asset, from: string, mark: boolean): Promise<MadeFile> {
  const { width, height, hasAlpha, format, sha256 } = asset
  const marked =
    mark && width !== null && height !== null
      ? withAiMark(await readFile(from), format, { width, height, hasAlpha }, sourceTypeOf(asset))
      : null
  return {
    ending: '',
    extension: /\.([^.]+)$/.exec(asset.name)?.[1] ?? format,
    content: marked === null ? { path: from } : { bytes: marked },
    sha256,
    isMarked: marked !== null,
    width,
    height,
    format,
  }
}
