import { randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ResultNames, resultNames } from '../../domain/naming/file-name.ts'
import { hurriedTries } from '../../domain/request/dead-address.ts'
import type { Owed, Receipt } from '../../domain/request/receipt.ts'
import { cameAgain, type Doubt, isAllThereIs } from '../../domain/request/same-bytes.ts'
import { expectedCount } from '../../domain/request/unlisted.ts'
import { ImageWorkerError, type ImageWorkerErrorCode } from '../images/errors.ts'
import type { Images } from '../images/port.ts'
import { sniffFile, sniffFilm } from '../images/sniff-file.ts'
import { answered, fileAnswered } from '../platform/disk-answer.ts'
import { asItsFolder } from '../platform/own-rights.ts'
import { isFree } from '../platform/take-name.ts'
import type { Downloader } from '../remote/download.ts'
import { DownloadError } from '../remote/download-error.ts'
import type { Thumbnails } from '../sources/thumbnails.ts'
import type { Asset, Assets } from '../store/assets.ts'
import { makeFolderLater } from '../store/folders.ts'
import { stemOf } from '../views/titles.ts'
import { assetIdOf, assetOf } from './asset-of.ts'
import { copyWhole } from './copy-file.ts'
import { endingOf } from './endings.ts'
import { freeName, monthFolder } from './free-name.ts'
import { type KnownFiles, knownOf, unseen } from './known.ts'
import type { LibraryPlace } from './place.ts'
import { takeResultName } from './result-place.ts'

export interface DownloadResultDeps {
  downloader: Downloader
  images: Images
  assets: Assets
  thumbnails: Thumbnails
  place: Pick<LibraryPlace, 'folder' | 'forWriting' | 'newFolders'>
  now: () => number
  /** Told before the receipt says that it is at home: copies that were wished are made, whatever crashes in between. */
  wantCopy?: (receipt: Receipt, assetId: string) => void
}

/** Troubles of the picture reader and of its disk: they say nothing of the file, and another time may do. */
const passing: ReadonlySet<ImageWorkerErrorCode> = new Set(['unavailable', 'timeout', 'died', 'unread', 'disk'])

/**
 * What the first look in vain says of an output, and the next one of the same. The receipt counts them (`unreadTimes`): after
 * one more look it is kept, whatever the trouble is then. Fetching it in vain says nothing of the picture reader.
 */
const vainLooks = [
  'The file came, but could not be looked into just then. It is fetched again, at no cost.',
  'The file came, but could not be looked into a second time. It is fetched once more, at no cost.',
]

/**
 * Fetches one output into the library: downloaded beside its place, hashed, synced, decoded, renamed, the folder
 * synced, and only then recorded. Doing it again after a crash at any point gives the same one file.
 *
 * @throws DownloadError with a sentence when it could not be had; OtherDiskError or the system's error when the disk says no,
 *   or nothing
 */
export async function downloadResult(
  receipt: Receipt,
  jobIndex: number,
  outputIndex: number,
  deps: DownloadResultDeps,
): Promise<Asset & { isChecked: boolean; doubt: Doubt | null }> {
  const job = receipt.jobs[jobIndex]
  const address = job?.urls[outputIndex]
  if (job === undefined || address === undefined)
    throw new DownloadError('The service names no address for this file.', true)
  const folder = monthFolder(receipt.approvedAtMs)
  const library = await deps.place.forWriting()
  const absolute = join(library, folder)
  await answered(library, () => makeFolderLater(absolute, deps.place.newFolders))
  const incoming = join(absolute, `.incoming-${randomUUID()}`)
  try {
    const isSoon = isEarly(receipt, jobIndex, outputIndex)
    const came = await deps.downloader.fetchTo(address, incoming, undefined, isSoon, library)
    const { sha256, sizeBytes } = came
    await answered(library, () => asItsFolder(library, incoming))
    const inVain = vainLooks[owedOf(receipt, jobIndex, outputIndex)?.unreadTimes ?? 0]
    const looked = await examine({ path: incoming, library }, deps.images, inVain)
    const { known } = looked
    const doubt = doubtOf(receipt, jobIndex, looked)
    if (doubt !== null && !isKeptAllTheSame(receipt, { jobIndex, outputIndex, ...came }))
      throw new DownloadError(doubtWords(doubt, known.mediaType), doubt === 'other-kind', {
        came: came.isLengthTold ? sha256 : null,
      })
    const isChecked = looked.isChecked && doubt === null
    const names = namesFor(receipt, jobIndex, outputIndex, endingOf(known.format))
    const assetId = assetIdOf(receipt, { jobIndex, outputIndex })
    const place = { assetId, names, incoming, library, folder: absolute, ...came }
    const { asset, isAdded } = await takeResultName(place, deps.assets, (name) => {
      const relativePath = `${folder}/${name}`
      const output = { jobIndex, outputIndex, name, relativePath, sha256, sizeBytes, ...known, createdMs: deps.now() }
      const asset = assetOf(receipt, output)
      // Under the lock of the write: a library that has just moved would not have it otherwise.
      return { asset, isAdded: deps.assets.add(asset, () => deps.place.folder === library) }
    })
    const to = join(absolute, asset.name)
    // Plain names are taken with care; in another folder the request's own goes without.
    if (!isAdded) return { ...(await carriedOver(receipt, { ...asset, name: names.own }, to, deps)), isChecked, doubt }
    deps.wantCopy?.(receipt, asset.id)
    // A thumbnail is a cache: without one the result is at home all the same.
    await deps.thumbnails.make(sha256, to).catch(() => undefined)
    return { ...asset, isChecked, doubt }
  } finally {
    // Where the disk does not take it away it is hidden, and swept away after a day (leftover-downloads.ts).
    await answered(library, () => rm(incoming, { force: true })).catch(() => undefined)
  }
}

/** The library moved while this came home: into its new folder, by the same steps. */
async function carriedOver(receipt: Receipt, asset: Asset, path: string, deps: DownloadResultDeps): Promise<Asset> {
  for (;;) {
    const library = await deps.place.forWriting()
    const folder = dirname(asset.relativePath)
    const absolute = join(library, folder)
    await answered(library, () => makeFolderLater(absolute, deps.place.newFolders))
    const name = await fileAnswered(library, () => freeName(absolute, asset.name, asset.sha256), asset.sizeBytes)
    const to = join(absolute, name)
    // What is there already may be this very file: the same folder under another name, or moved back to it.
    const isCopied = await answered(library, () => isFree(to))
    const copied = isCopied ? await fileAnswered(library, () => copyWhole(path, to), asset.sizeBytes) : asset.sha256
    if (copied !== asset.sha256)
      throw new DownloadError('The file could not be carried over to the folder that the library has moved to.')
    const there = { ...asset, name, relativePath: `${folder}/${name}` }
    if (!deps.assets.add(there, () => deps.place.folder === library)) continue
    deps.wantCopy?.(receipt, asset.id)
    if (isCopied) await answered(library, () => rm(path, { force: true })).catch(() => undefined)
    await deps.thumbnails.make(asset.sha256, to).catch(() => undefined)
    return there
  }
}

/**
 * Numbered by what does not change while others are still made, so that the same output has the same name at every try:
 * by its job where the order has several, else by its place among the job's own.
 */
function namesFor(receipt: Receipt, jobIndex: number, outputIndex: number, extension: string): ResultNames {
  const title = stemOf(receipt)
  const count = expectedCount(receipt)
  if (count === 1)
    return resultNames(title, receipt.id, outputIndex, receipt.jobs[jobIndex]?.urls.length ?? 1, `.${extension}`)
  // Nothing says that a job of several has one picture only.
  const further = outputIndex === 0 ? '' : `-${outputIndex + 1}`
  return resultNames(title, receipt.id, jobIndex, count, `${further}.${extension}`)
}

/** What speaks against it: another kind of file than the job made, or that it is not whole. */
function doubtOf(receipt: Receipt, jobIndex: number, { known, isDamaged }: Examined): Doubt | null {
  const { order, jobs } = receipt
  const made = jobs[jobIndex]?.mediaType ?? (order.kind === 'generation' ? order.mediaType : null)
  const isOther = (made === 'image' || made === 'video') && known.mediaType !== made
  return isOther ? 'other-kind' : isDamaged ? 'damaged' : null
}

interface Doubted {
  jobIndex: number
  outputIndex: number
  sha256: string
  isLengthTold: boolean
}

/** The very same came before, whole by its length each time: what was cut on its way would differ or be told. */
function isKeptAllTheSame(receipt: Receipt, one: Doubted): boolean {
  const before = owedOf(receipt, one.jobIndex, one.outputIndex)?.came
  return one.isLengthTold && isAllThereIs(cameAgain(before, one.sha256))
}

function doubtWords(doubt: Doubt, came: Asset['mediaType']): string {
  if (doubt === 'other-kind')
    return came === 'video' ? 'A video came in place of the picture.' : 'A picture came in place of the video.'
  return came === 'video' ? 'What came is cut off: a part of the video is missing.' : notWholePicture
}

const notWholePicture = 'What came is not a whole picture.'

/** What is known of earlier tries of this output. */
const owedOf = ({ owed }: Receipt, jobIndex: number, outputIndex: number): Owed | undefined =>
  owed.find((one) => one.jobIndex === jobIndex && one.outputIndex === outputIndex)

/**
 * Until a few tries were in vain an address that is silent is not waited for as long as one may be: the job may have
 * another. After them it is, for a server that is slow each time.
 */
const isEarly = (receipt: Receipt, jobIndex: number, outputIndex: number): boolean =>
  (owedOf(receipt, jobIndex, outputIndex)?.triedTimes ?? 0) < hurriedTries

/**
 * What it is. Paid for and fetched to its full length it is kept, also where nobody here can look into it: too large for
 * the worker's memory, of a kind that is not decoded. What is a page of text is fetched again, and what is damaged is for the caller to judge.
 * @param inVain what to say where the reader's own trouble may pass: it is fetched again, for what is kept unseen has no
 *   size, no look-alikes and no proof of being whole for good. Undefined at the last look: then it is kept too
 * @throws OtherDiskError where the library's disk does not answer
 */
async function examine(
  { path, library }: { path: string; library: string },
  images: Images,
  inVain: string | undefined,
): Promise<Examined> {
  try {
    return { ...(await knownOf(path, images, library)), isDamaged: false }
  } catch (error) {
    if (!(error instanceof ImageWorkerError)) throw error
    if (error.code === 'closed' || error.code === 'aborted') throw error
    // A disk that died meanwhile says nothing of the file, nor of its reader.
    await answered(library, () => stat(path))
    if (passing.has(error.code) && inVain !== undefined) throw new DownloadError(inVain, false, { isUnread: true })
    const kind = await answered(library, () => sniffFile(path))
    if (kind === null) throw new DownloadError(notWholePicture)
    const format = kind === 'video' ? ((await answered(library, () => sniffFilm(path))) ?? kind) : kind
    const known = unseen(format, kind === 'video' ? 'video' : 'image')
    return { known, isChecked: false, isDamaged: error.code === 'damaged' }
  }
}

/** `isDamaged`: a picture or a film by its first bytes, and not whole. */
type Examined = KnownFiles & { isDamaged: boolean }
