import { basename, dirname } from 'node:path'
import type { Receipt } from '../../domain/request/receipt.ts'
import { sniffFile } from '../images/sniff-file.ts'
import { answered, fileAnswered, fileLimitMs } from '../platform/disk-answer.ts'
import { renameDurablyLater } from '../platform/durable-file.ts'
import { asItsFolder } from '../platform/own-rights.ts'
import { isFree } from '../platform/take-name.ts'
import type { Downloader } from '../remote/download.ts'
import { DownloadError } from '../remote/download-error.ts'
import type { Service } from '../remote/service.ts'
import type { Asset, Assets } from '../store/assets.ts'
import { makeFolderLater } from '../store/folders.ts'
import type { Receipts } from '../store/receipts.ts'
import { newIncoming, removeIncoming } from './copy-file.ts'
import type { LibraryPlace } from './place.ts'
import { numbered, type PutBack, putBack } from './put-back.ts'
import { Whys } from './whys.ts'

export interface FetchDeps {
  downloader: Downloader
  service: Service
  receipts: Receipts
  assets: Assets
  place: LibraryPlace
  origin: string
  /** Of the key that is set; null for none. */
  keyFingerprint: () => string | null
}

type Fetched =
  | PutBack
  /** Another content came; it lies beside, and the missing file stays missing. */
  | { type: 'other'; name: string }

/**
 * Brings a missing file from the address that the service gave for it, or gives for it now. Only the very bytes that were
 * recorded take its place.
 * @throws the disk's error
 */
async function fetchAgain(asset: Asset, deps: FetchDeps): Promise<Fetched> {
  const { downloader, place, receipts, origin } = deps
  const receipt = receipts.get(asset.requestId)
  const known = receipt?.jobs[asset.jobIndex]?.urls[asset.outputIndex]
  if (receipt === null || known === undefined) return { type: 'not-had', why: 'its receipt names no address' }
  if (asset.origin !== origin) return { type: 'not-had', why: 'it was ordered at another service' }
  const library = await place.forWriting()
  const path = place.pathOf(asset)
  const incoming = newIncoming(path)
  try {
    await answered(library, () => makeFolderLater(dirname(path), place.newFolders))
    const sha256 = await fetchFrom(known, { incoming, library }, asset, receipt, deps, downloader)
    await answered(library, () => asItsFolder(library, incoming))
    if (sha256 === asset.sha256)
      return await fileAnswered(library, () => putBack(incoming, asset, deps), asset.sizeBytes)
    const beside = await answered(library, () => freeBeside(path))
    await answered(library, () => renameDurablyLater('result rename', incoming, beside), fileLimitMs(asset.sizeBytes))
    return { type: 'other', name: basename(beside) }
  } catch (error) {
    if (!(error instanceof DownloadError)) throw error
    return { type: 'not-had', why: error.message }
  } finally {
    await answered(library, () => removeIncoming(incoming)).catch(() => undefined)
  }
}

export interface FetchedAll {
  /** Names of what came with another content. */
  beside: string[]
  /** What changed files are called now that were in their places. */
  kept: string[]
  /** What files are called whose places something else has. */
  renamed: string[]
  /** Why others could not be had. */
  whys: Whys
}

/** So many at once; each is a file of some megabytes. */
const fetchesAtOnce = 4

/**
 * The same for many.
 * @param onOne told of each as it ends
 */
export async function fetchAll(
  assets: readonly Asset[],
  deps: FetchDeps,
  signal: AbortSignal,
  onOne: (id: string, isThere: boolean) => void,
): Promise<FetchedAll> {
  const all: FetchedAll = { beside: [], kept: [], renamed: [], whys: new Whys() }
  const queue = [...assets]
  const work = async (): Promise<void> => {
    for (let asset = queue.shift(); asset !== undefined && !signal.aborted; asset = queue.shift()) {
      const outcome = await fetchAgain(asset, deps).catch((error: unknown) => {
        all.whys.addOf(error, asset.name)
        return null
      })
      if (outcome?.type === 'other') all.beside.push(outcome.name)
      if (outcome?.type === 'not-had') all.whys.add(outcome.why, asset.name)
      if (outcome?.type === 'there' && outcome.keptAs !== null) all.kept.push(outcome.keptAs)
      if (outcome?.type === 'there' && outcome.calledNow !== null) all.renamed.push(outcome.calledNow)
      onOne(asset.id, outcome?.type === 'there')
    }
  }
  await Promise.all(Array.from({ length: fetchesAtOnce }, work))
  return all
}

interface Target {
  incoming: string
  library: string
}

async function fetchFrom(
  address: string,
  target: Target,
  asset: Asset,
  receipt: Receipt,
  deps: FetchDeps,
  downloader: Downloader,
): Promise<string> {
  const isIt = (tried: Tried): boolean => 'sha256' in tried && tried.sha256 === asset.sha256
  let tried = await tryAt(address, target, downloader)
  if ('error' in tried && !tried.error.addressStale) tried = await tryAt(address, target, downloader)
  // A dead address need not say so: it may answer 500, or with a page. The job is asked for another one (A14).
  const fresh = isIt(tried) ? null : await addressNow(receipt, asset, deps)
  if (fresh !== null && fresh !== address) tried = await tryAt(fresh, target, downloader)
  if ('error' in tried) throw tried.error
  if (!isIt(tried) && (await answered(target.library, () => sniffFile(target.incoming))) === null)
    throw new DownloadError('What came is no picture and no film.')
  return tried.sha256
}

type Tried = { sha256: string } | { error: DownloadError }

async function tryAt(address: string, { incoming, library }: Target, downloader: Downloader): Promise<Tried> {
  try {
    return { sha256: (await downloader.fetchTo(address, incoming, undefined, false, library)).sha256 }
  } catch (error) {
    if (error instanceof DownloadError) return { error }
    throw error
  }
}

/** An address may have died and the job have a fresh one (A14). A Skill is asked for under its own key alone (§4.15). */
async function addressNow(receipt: Receipt, asset: Asset, deps: FetchDeps): Promise<string | null> {
  const { order, id } = receipt
  const generationId = receipt.jobs[asset.jobIndex]?.generationId ?? null
  const isOwnKey = receipt.keyFingerprint === null || receipt.keyFingerprint === deps.keyFingerprint()
  if (order.kind === 'skill' ? !isOwnKey : generationId === null) return null
  const outcome =
    order.kind === 'skill'
      ? await deps.service.skillStatus(order.skill, id)
      : await deps.service.generationStatus(generationId ?? '')
  if (outcome.type !== 'job') return null
  const jobs = outcome.acceptance.jobs
  const job = jobs.find((one) => one.generationId !== null && one.generationId === generationId) ?? jobs[asset.jobIndex]
  return job?.urls[asset.outputIndex] ?? null
}

async function freeBeside(path: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const beside = numbered(path, n === 1 ? '-fetched' : `-fetched-${n}`)
    if (await isFree(beside)) return beside
  }
}
