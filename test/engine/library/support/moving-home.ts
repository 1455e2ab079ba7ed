import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LibraryPlace } from '../../../../src/engine/library/place.ts'
import { LibraryTasks } from '../../../../src/engine/library/tasks.ts'
import { Downloader } from '../../../../src/engine/remote/download.ts'
import { Exchanger } from '../../../../src/engine/remote/exchange.ts'
import { Service } from '../../../../src/engine/remote/service.ts'
import type { Asset } from '../../../../src/engine/store/assets.ts'
import type { Store } from '../../../../src/engine/store/store.ts'

export const usualIn = (home: string): string => join(home, 'library')

/** An hour ago: files that have been there for a while. */
const earlier = new Date(Date.now() - 3_600_000)

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Puts a file where the library would, and its row; the bytes stand for a picture. */
export function addFile(
  store: Store,
  library: string,
  n: number,
  changes: Partial<Asset> = {},
  bytes: Buffer = randomBytes(2000 + n),
): Asset {
  const name = changes.name ?? `picture-${n}.png`
  const asset: Asset = {
    id: `request-${n}.0.0`,
    origin: 'practice',
    requestId: `request-${n}`,
    jobIndex: 0,
    outputIndex: 0,
    name,
    relativePath: `${n % 2 === 0 ? '2026-10' : '2026-11'}/${name}`,
    sha256: sha256Of(bytes),
    sizeBytes: bytes.length,
    width: 100,
    height: 80,
    format: 'png',
    hasAlpha: false,
    dominantColour: null,
    palette: null,
    perceptualHash: null,
    profile: null,
    mediaType: 'image',
    title: `Picture ${n}`,
    kind: 'generation',
    skill: null,
    modelName: 'Model',
    createdMs: earlier.getTime(),
    parentId: null,
    ...changes,
  }
  const path = join(library, ...asset.relativePath.split('/'))
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
  utimesSync(path, earlier, earlier)
  store.assets.add(asset)
  return asset
}

/** The work on the library of a store, as one run of the app has it. */
export function tasksOf(
  store: Store,
  home: string,
  more: {
    inUse?: () => ReadonlySet<string>
    holder?: string
    origin?: string
    downloader?: Downloader
    service?: Service
    place?: LibraryPlace
  } = {},
): { place: LibraryPlace; tasks: LibraryTasks; told: string[] } {
  const place = more.place ?? new LibraryPlace(store.settings, usualIn(home))
  const told: string[] = []
  const tasks = new LibraryTasks({
    store,
    place,
    fetch: {
      downloader: more.downloader ?? new Downloader(async () => null),
      service:
        more.service ??
        new Service(
          new Exchanger(),
          async () => ({ problem: 'There is no service here.' }),
          () => undefined,
        ),
      receipts: store.receipts,
      assets: store.assets,
      place,
      origin: more.origin ?? 'practice',
      keyFingerprint: () => null,
    },
    claim: store.claim('library files', more.holder ?? `process ${process.pid}`),
    now: Date.now,
    inUse: more.inUse ?? (() => new Set()),
    onTask: (view) => void told.push(view.task?.words ?? ''),
    onFiles: () => undefined,
  })
  return { place, tasks, told }
}

/** Those of the library's files that are not where the library is, byte for byte. */
export function lostOf(store: Store, home: string): string[] {
  const place = new LibraryPlace(store.settings, usualIn(home))
  return store.assets.filesAfter(0, 10_000).flatMap((file) => {
    const path = place.pathOf(file)
    return existsSync(path) && sha256Of(readFileSync(path)) === file.sha256 ? [] : [file.relativePath]
  })
}
