import { takesOriginal } from '../../domain/form/skill-rules.ts'
import { practicePrefix } from '../../domain/naming/practice-prefix.ts'
import { type WatchRefusal, watchRefusal, watchRefusalWords } from '../../domain/watch/allowance.ts'
import type { WatchSetting } from '../../domain/watch/setting.ts'
import { watchVerdict } from '../../domain/watch/verdict.ts'
import { ImageWorkerError, passes } from '../images/errors.ts'
import type { ReadFile } from '../images/messages.ts'
import type { Listing, WatchedFile } from '../images/worker/scan.ts'
import { readTrouble } from '../platform/files.ts'
import { nameOf } from '../quoting/build-quote.ts'
import { OrderError } from '../quoting/order-error.ts'
import type { QuoteService } from '../quoting/quote-service.ts'
import { practiceOrigin } from '../remote/address.ts'
import type { SerialQueue } from './at-rest.ts'
import { beforeOf } from './before.ts'
import { type ContentClaim, claimFor } from './claim.ts'
import type { WatchContext } from './context.ts'
import { withoutConsents } from './prices.ts'
import type { WatchSettings } from './settings.ts'
import { spentBy } from './spent.ts'

/**
 * What became of a file. `growing`: it was written to while it was read. `left`: there is nothing to order, for good.
 * `unusable`: nothing can be ordered with it as it is. `waits`: for a person, or for a trouble that may pass.
 */
export type ConsiderOutcome =
  | { state: 'ordered'; requestId: string; content: string }
  | { state: 'left'; message: string; content: string }
  | { state: 'waits'; message: string; isForAll: boolean }
  | { state: 'unusable'; message: string }
  | { state: 'growing' }

/** For what may be over the next time: another program has the file, its disk is busy, or this computer is. */
export const againWords = 'It is looked at again by itself.'
export const resultWords = 'Printroom made it, so it is not taken for a new picture.'
const othersResultWords =
  'A Printroom put it here as a result, so nothing is ordered for it by itself. Order it from the Skill’s form if you want to go on with it.'
/** Retouched where it lies: each save would be ordered. */
const changedResultWords =
  'Printroom put a result here under this name, and the file has changed since. Nothing was ordered. Give it another name, or order it from the Skill’s form, if you want to go on with it.'
const practiceWords = `Its name begins with “${practicePrefix}”, as those of practice’s own pictures do. Nothing was ordered. Rename it if it is none of them.`

export interface ConsiderDeps {
  engine: WatchContext
  quotes: QuoteService
  settings: WatchSettings
  now: () => number
  /** Names this run of the program: with it a mark in a folder is known as its own. */
  run: string
  /** In which what is at rest is read, for all folders together. */
  serial: SerialQueue
}

/** One look through a folder. */
export interface Pass {
  /** The files of the folder: where one that lay there from the start has the same content. */
  there: Listing
  /** What Printrooms of whatever homes have put there as results, read after the files were listed. */
  marked: ReadonlySet<string>
  /** Ends the reading of a large file; nothing is ordered with it then. */
  signal: AbortSignal
}

/** Looks at one file of a watch folder that has stopped growing, and orders it where that is within what was allowed. */
export async function consider(
  file: WatchedFile,
  setting: WatchSetting,
  pass: Pass,
  deps: ConsiderDeps,
): Promise<ConsiderOutcome> {
  const { engine } = deps
  const { watches } = engine.store
  const { signal } = pass
  // Practice keeps its own books, and a service is not paid for working on a made-up picture.
  if (file.name.startsWith(practicePrefix) && setting.origin !== practiceOrigin)
    return { state: 'unusable', message: practiceWords }
  // Before it is read whole: what is dropped may be a film of many gigabytes.
  const { problem, isPassing } = await engine.inspector.inspect(file.path)
  if (problem !== null) return isPassing ? waits(`${problem} ${againWords}`) : { state: 'unusable', message: problem }
  const folder = file.path.slice(0, -file.name.length - 1)
  let read: ReadFile
  try {
    read = await engine.images.folders.read(folder, file.name, signal)
  } catch (error) {
    if (signal.aborted) return { state: 'growing' }
    return waits(`${nameOf(file.path)}: ${readTrouble(error)}. Nothing was ordered. ${againWords}`)
  }
  const { sha256: content, hasMark, stat } = read
  if (stat !== file.stat) return { state: 'growing' }
  if (watches.orderedFor(setting.id, content) !== null) return left('It was ordered already.', content)
  // An export's mark makes other bytes of the same picture.
  if (watches.isResult(content) || hasMark) return left(resultWords, content)
  if (pass.marked.has(content)) return left(othersResultWords, content)
  if (engine.store.copies.isNamed(file.path)) return { state: 'unusable', message: changedResultWords }
  const before = await beforeOf({ ...file, folder }, content, setting, pass, engine)
  if (before.is === 'same') return left('The same picture was here before.', content)
  if (before.is === 'gone') return { state: 'unusable', message: before.message }
  if (before.is === 'unread') return waits(`${before.message} ${againWords}`)
  if (signal.aborted) return { state: 'growing' }
  return (await troubleOf(file, engine)) ?? order(file, content, setting, deps)
}

const waits = (message: string, isForAll = false): ConsiderOutcome => ({ state: 'waits', message, isForAll })
const left = (message: string, content: string): ConsiderOutcome => ({ state: 'left', message, content })

/** Decodes all of it: what is still being written, or was cut off, is not whole. */
async function troubleOf({ path }: WatchedFile, { images }: WatchContext): Promise<ConsiderOutcome | null> {
  try {
    await images.examine(path, { priority: 'bulk' })
    return null
  } catch (error) {
    const why = error instanceof Error ? error.message : 'It cannot be read.'
    if (passes(error)) return waits(`${nameOf(path)} could not be looked at. ${why} Nothing was ordered. ${againWords}`)
    const isDamaged = error instanceof ImageWorkerError && error.code === 'damaged'
    const what = isDamaged ? 'is not a whole picture' : 'cannot be looked at'
    const message = `${nameOf(path)} ${what}. ${why} Nothing was ordered; it is looked at again when it changes.`
    return { state: 'unusable', message }
  }
}

async function order(
  file: WatchedFile,
  content: string,
  setting: WatchSetting,
  deps: ConsiderDeps,
): Promise<ConsiderOutcome> {
  const { engine, quotes } = deps
  const { skill, values, pictures, alsoTo } = setting
  try {
    const quote = await quotes.skill({
      skill,
      files: [file.path],
      values: withoutConsents(values),
      pictures,
      ...(alsoTo ? { alsoTo } : {}),
    })
    const verdict = watchVerdict(quote, await willAskResize(file, skill, engine))
    if (verdict.do === 'wait') return waits(verdict.message, verdict.isForAll)
    if (verdict.do === 'leave') return left(verdict.message, content)
    const claim = await claimFor(setting, content, deps.run, engine)
    if (claim.is === 'ordered') return left(claim.message, content)
    if (claim.is === 'begun') return waits(claim.message)
    if (claim.is === 'untaken') return waits(claim.message, true)
    if (claim.is === 'unknown') return waits(`${claim.message} ${againWords}`)
    return await approveMarked({ ...file, content }, { id: quote.id, credits: verdict.credits }, claim, setting, deps)
  } catch (error) {
    if (error instanceof OrderError) return waits(error.message, error.code !== 'problems')
    throw error
  }
}

/** The service would ask about it, and nobody is there to answer (§4.14.2). */
async function willAskResize(
  { path }: WatchedFile,
  skill: string,
  { skills, originals }: WatchContext,
): Promise<boolean> {
  const found = (await skills.get()).value?.find((one) => one.id === skill)
  return found !== undefined && takesOriginal(found) && (await originals.look(path)).willAskResize
}

type Wanted = WatchedFile & { content: string }
type Offered = { id: string; credits: number }

/** A kill in the middle leaves a mark that was begun: then it waits for a person. */
async function approveMarked(
  file: Wanted,
  quote: Offered,
  claim: Extract<ContentClaim, { is: 'mine' }>,
  setting: WatchSetting,
  deps: ConsiderDeps,
): Promise<ConsiderOutcome> {
  try {
    const outcome = await approve(file, quote, setting, deps)
    if (outcome.state !== 'ordered') await claim.release()
    else await claim.ordered()
    return outcome
  } catch (error) {
    // An order that may stand stays marked.
    if (error instanceof OrderError && error.code !== 'doubt') await claim.release()
    throw error
  }
}

async function approve(
  file: Wanted,
  quote: Offered,
  setting: WatchSetting,
  deps: ConsiderDeps,
): Promise<ConsiderOutcome> {
  const { id: quoteId, credits } = quote
  const { engine, quotes, settings, now } = deps
  const { watches } = engine.store
  let refused: WatchRefusal | null = null
  let asOrdered = file.content
  const refusal = (content: string, price: number | null, keyFingerprint: string | null): string | null => {
    // As it stands at this very moment: it may have been paused, or its cap lowered, since the file was looked at.
    const allowed = settings.get(setting.id)
    if (allowed === null) return 'This folder is not watched any more. Nothing was ordered.'
    const wish = {
      ...spentBy(engine.store, allowed, now()),
      credits: price,
      isOrdered: watches.orderedFor(setting.id, content) !== null,
      keyFingerprint,
    }
    asOrdered = content
    // The mark is of the content that was read.
    if (content !== file.content) return 'It has changed while it was looked at. Nothing was ordered.'
    refused = watchRefusal(allowed, wish)
    return refused === null ? null : watchRefusalWords(refused, allowed, wish)
  }
  try {
    const watched = { id: setting.id, folder: setting.folder, path: file.path, refusal }
    // A price above what was allowed is refused in the folder's own words.
    const ceilingCredits = Math.max(setting.each, credits)
    const [receipt] = await quotes.approve(quoteId, credits, { watched, ceilingCredits })
    if (!receipt) return waits('It could not be ordered.')
    return { state: 'ordered', requestId: receipt.id, content: asOrdered }
  } catch (error) {
    if (asOrdered !== file.content) return { state: 'growing' }
    if (error instanceof OrderError && error.code === 'watch' && refused === 'ordered')
      return left(error.message, asOrdered)
    throw error
  }
}
