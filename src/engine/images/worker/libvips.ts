import type { LoneFormat } from '../messages.ts'
import type { PictureKind } from './kinds.ts'
import { banNativeSharp, mustAvoidNative } from './native-ban.ts'
import { PictureProblem } from './problem.ts'

type SharpModule = typeof import('sharp').default

export class SharpUnavailable extends Error {
  override readonly name = 'SharpUnavailable'
}

/** Thrown for a file that only a worker of its own may read. */
export class NeedsLoneWorker extends Error {
  override readonly name = 'NeedsLoneWorker'
  readonly format: LoneFormat

  constructor(format: LoneFormat) {
    super(format)
    this.format = format
  }
}

const commonLoaders = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadNsgifBuffer',
]
const loneLoaders: Record<LoneFormat, string> = {
  tiff: 'VipsForeignLoadTiffBuffer',
  avif: 'VipsForeignLoadHeifBuffer',
}

let loneFormat: LoneFormat | null = null
let imported: Promise<SharpModule> | undefined
let loaded: Promise<SharpModule> | undefined

/** Before the first picture. A worker with a format of its own reads nothing else, and only one file. */
export function chooseLoader(format: LoneFormat | null): void {
  if (loaded && format !== loneFormat) throw new Error('the loaders were chosen already')
  loneFormat = format
}

/** Throws for a picture that this worker's loaders are not meant for. */
export function requireLoader(kind: PictureKind): void {
  const wanted = kind === 'tiff' || kind === 'avif' ? kind : null
  if (wanted !== null && loneFormat === null) throw new NeedsLoneWorker(wanted)
  // The file changed since it was first looked at.
  if (wanted !== loneFormat)
    throw new PictureProblem('This file changed while it was read', 'wait until it is saved and add it again')
}

/** With the loaders of this worker's first task. */
export function loadSharp(): Promise<SharpModule> {
  loaded ??= lockedDown()
  return loaded
}

/**
 * From here on the worker reads back what it has encoded itself, to see what that lost. In a worker of one format its file
 * must have been read: with those bytes no other loader has to do.
 */
export async function readsItsOwn(): Promise<void> {
  if (loneFormat !== null) (await loadSharp()).unblock({ operation: commonLoaders })
}

/** While the first task is on its way: a worker is started ahead of files that somebody drags. Decodes and allows nothing. */
export function preloadSharp(): void {
  importSharp().catch(() => undefined)
}

function importSharp(): Promise<SharpModule> {
  imported ??= importOnce()
  return imported
}

function importOnce(): Promise<SharpModule> {
  if (mustAvoidNative()) banNativeSharp()
  return import('sharp').then(
    (module) => module.default,
    (cause: unknown) => {
      throw new SharpUnavailable('sharp cannot be loaded', { cause })
    },
  )
}

async function lockedDown(): Promise<SharpModule> {
  const sharp = await importSharp()
  // One thread a worker and a worker a core was measured the fastest (shared/speed.md).
  sharp.concurrency(1)
  sharp.cache(false)
  // libvips reads dozens of formats by libraries of very different care: only the needed are let in,
  // and only from memory.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loneFormat === null ? commonLoaders : [loneLoaders[loneFormat]] })
  return sharp
}
