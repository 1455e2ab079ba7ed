import { join } from 'node:path'
import { type Timing, timingFor } from '../../domain/request/events.ts'
import { areFilesKnown } from '../library/look-for-files.ts'
import { LibraryPlace } from '../library/place.ts'
import { holdsLibrary } from '../library/pointed.ts'
import { fileAnswered } from '../platform/disk-answer.ts'
import { forgetHome, refuseAwayHome, rememberHome } from '../platform/home-memory.ts'
import { HomeError, refuseLongPath, refuseOddHome } from '../platform/home-trouble.ts'
import { ownFolder } from '../platform/own-rights.ts'
import { practiceOrigin } from '../remote/address.ts'
import { closeOnce } from '../store/close-home.ts'
import { fileNumber, noticeCopiedHome } from '../store/copied-home.ts'
import { makeFolder } from '../store/folders.ts'
import { HomePlaces } from '../store/home-places.ts'
import { openStore, type Store } from '../store/store.ts'
import type { EngineOptions } from './options.ts'

/** What is read of the library at most, to know it (pointed.ts). */
const sampleBytes = 50_000_000

export interface OpenedHome {
  store: Store
  place: LibraryPlace
  timing: Timing
  /** Where the exact bytes of paid requests are kept. */
  bodies: string
  isLibraryHere: boolean
  /** Has the library's folder say whose it is, as soon as that is known. */
  settleLibrary: () => Promise<void>
}

/**
 * Opens the receipts and finds the library.
 * @throws HomeError where the home was here and its disk is not; the store's errors
 */
export async function openHome(options: EngineOptions, now: () => number): Promise<OpenedHome> {
  const { folders } = options
  const bodies = join(folders.data, 'bodies')
  refuseOddHome(folders)
  refuseLongPath(folders.data)
  if (options.newHome) forgetHome(folders)
  refuseAwayHome(folders)
  const store = await openStore(folders.data)
  refuseOtherStudio(store, options)
  const unnoted = store.readOnly ? null : rememberHome(folders)
  if (unnoted !== null) store.notices.push(unnoted)
  const timing = timingFor(options.timeScale)
  if (!store.readOnly) noticeCopiedHome(store, fileNumber(store.paths.database), timing, now)
  const place = placeOf(store, options)
  const settleLibrary = (): Promise<void> => settle(place, store)
  await settleLibrary()
  if (options.newHome && !store.readOnly && (await place.isAway().catch(() => false))) {
    makeFolder(place.folder, ownFolder)
    place.use(place.folder)
  }
  // One that does not answer is made when something comes home to it.
  const isLibraryHere = await place.isAway().then(
    (isAway) => !isAway,
    () => false,
  )
  const usual = place.isUsual && isLibraryHere ? [folders.library] : []
  // On a full disk the store can only be looked at, and folders that are not there yet are not needed for that.
  if (!store.readOnly) {
    for (const folder of [...usual, folders.cache, bodies]) makeFolder(folder, ownFolder)
    closeOnce(store.keyValues, folders, usual[0] ?? null)
  }
  return { store, place, timing, bodies, isLibraryHere, settleLibrary }
}

/**
 * The home of a studio's worker works for that studio and for nobody else, and a person's home for none: what one of them
 * has on its way the other must not take up. It says so for good before the first request comes in.
 * @throws HomeError
 */
function refuseOtherStudio(store: Store, { shared, folders }: EngineOptions): void {
  const { studio } = store.settings
  const message =
    studio === (shared?.studio ?? null)
      ? null
      : studio !== null
        ? `The folder ${folders.data} belongs to a worker of ${shared ? 'another' : 'a'} studio: what is in it is driven from there alone. Nothing was sent or changed. Name another home with --home.`
        : store.readOnly || store.receipts.list({ limit: 1 }).length > 0
          ? `The folder ${folders.data} has orders of its own, so it cannot be a worker’s. Nothing was sent or changed. Give the worker an empty home with --home.`
          : null
  if (message !== null) {
    store.close()
    throw new HomeError(message)
  }
  if (shared && studio === null) store.settings.setStudio(shared.studio)
}

function placeOf(store: Store, { folders, service }: EngineOptions): LibraryPlace {
  const { receipts, assets, keyValues } = store
  const homePlaces = new HomePlaces(store.settings, folders, store.readOnly)
  const hasFiles = (): boolean =>
    assets.hasAny() || (!areFilesKnown(keyValues) && receipts.list({ limit: 1 }).length > 0)
  return new LibraryPlace(store.settings, folders.library, service === practiceOrigin, homePlaces, hasFiles)
}

/** Of rows that are looked for nothing is known yet. Where the disk says no to it the next opening tries again. */
async function settle(place: LibraryPlace, { readOnly, keyValues, assets }: Store): Promise<void> {
  if (readOnly || !areFilesKnown(keyValues)) return
  const isKnown = (hadMarker: boolean): Promise<boolean> =>
    fileAnswered(place.folder, () => holdsLibrary(place.folder, assets, hadMarker), sampleBytes)
  await place.settle(isKnown).catch(() => undefined)
}
