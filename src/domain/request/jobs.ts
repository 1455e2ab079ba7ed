import { chargeOf, creditsStatusOf, isOfSome, isUncharged, sharedWord, unsettled } from './charges.ts'
import { fetchLeftMs, fetchPause, hasFreshAddress, toldSameAddress, triesBeforeOwed } from './dead-address.ts'
import { hitPaywall, missingWords, overcharge, partialWords, unlistedWords } from './end-words.ts'
import { homeWords } from './home-words.ts'
import { moneySentenceOf } from './money-words.ts'
import type { Acceptance } from './outcomes.ts'
import { placeKey } from './output-place.ts'
import { ofOwnJob } from './own-job.ts'
import type { Job, Phase, Receipt } from './receipt.ts'
import { comingHome } from './surplus.ts'
import { change, type Draft, idle, note, plan, trouble } from './transitions.ts'
import { expectedCount, isPiled, isWhollyListed, mayGrow, unlisted } from './unlisted.ts'

const isMade = (job: Job): boolean => job.status === 'completed' && job.urls.length > 0
/** Nothing more is made by it. */
const ended = (job: Job): boolean => job.status === 'failed' || isMade(job)

/** The service has ended it, and what goes on is fetching what is owed and learning of a refund. */
export const isOver = (phase: Phase): boolean => phase === 'completed' || phase === 'partial' || phase === 'failed'

/** Takes what the service says of an order it has: the first such word is evidence of acceptance (I5). */
export const applyAcceptance = (draft: Draft, answer: Acceptance): Draft =>
  tellOdd(taken(draft, answer), draft.receipt.accepted)

function taken(draft: Draft, answer: Acceptance): Draft {
  const before = draft.receipt
  const said = toldOfEach(ofOwnJob(answer, before), before.jobs)
  const expectedAtMs =
    said.expectedWaitSeconds === null
      ? before.expectedAtMs
      : draft.atMs + Math.ceil((said.expectedWaitSeconds * 1000) / draft.timing.scale)
  const jobs = mergeJobs(before.jobs, said.jobs)
  const accepted = figuresOf(before.accepted, said)
  const isWhole = isWhollyListed({ ...before, accepted, jobs })
  const isKnown = !isPiled({ ...before, accepted, jobs }, said.jobs)
  const charge = (isKnown ? chargeOf(jobs, said) : null) ?? before.creditsUsed
  const creditsStatus = creditsStatusOf(jobs, said.creditsStatus ?? before.creditsStatus)
  return change(draft, {
    acceptedAtMs: before.acceptedAtMs ?? draft.atMs,
    missingUnder: null,
    accepted,
    jobs,
    // What some of it cost is not what all of it did, nor is their refund the refund of all.
    creditsUsed: isWhole || !isOfSome(charge, jobs) ? charge : null,
    creditsStatus: isWhole || creditsStatus !== sharedWord(jobs) ? creditsStatus : null,
    expectedAtMs,
    decision: null,
    error: null,
    failuresInARow: 0,
    missingInARow: 0,
    // What the service has is not known to stand nowhere, whatever it said before.
    settled: false,
  })
}

/** The figures of the first answer stay (A38); what it did not say is learned from a later one. In the schema's order. */
function figuresOf(first: Receipt['accepted'], said: Acceptance): NonNullable<Receipt['accepted']> {
  const { creditsUsed, modelId, aspectRatio, deduped } = first ?? said
  const ranOut = first?.paywallHitMidBatch === true || said.paywallHitMidBatch === true
  const renderingStatus = said.renderingStatus ?? first?.renderingStatus
  return {
    creditsUsed,
    modelId,
    aspectRatio,
    expectedCount: first?.expectedCount ?? said.expectedCount,
    ...(ranOut ? { paywallHitMidBatch: true } : {}),
    ...(renderingStatus === undefined ? {} : { renderingStatus }),
    ...oddFigures(first, said),
    deduped,
  }
}

/** A service that names another one each time would fill the receipt. */
const mostOddFigures = 12

function oddFigures(first: Receipt['accepted'], said: Acceptance): { oddFigures?: string[] } {
  const odd = [...new Set([...(first?.oddFigures ?? []), ...(said.oddFigures ?? [])])].slice(0, mostOddFigures)
  return odd.length === 0 ? {} : { oddFigures: odd }
}

/** Told once: what the service named and cannot be true is booked nowhere. */
function tellOdd(draft: Draft, before: Receipt['accepted']): Draft {
  const known = before?.oddFigures ?? []
  const added = (draft.receipt.accepted?.oddFigures ?? []).filter((figure) => !known.includes(figure))
  return added.length === 0
    ? draft
    : trouble(
        draft,
        'An answer that cannot be true',
        `The service said ${added.join(', ')}. It is kept here and counted nowhere: what it means is not known yet.`,
      )
}

/** What the service says of an order that it has, and what comes of it. Slow reading after the end keeps its pause. */
export function applyJobStatus(draft: Draft, answer: Acceptance): Draft {
  const { pollHintSeconds } = ofOwnJob(answer, draft.receipt)
  const { phase, failuresInARow } = draft.receipt
  const heard = applyAcceptance(draft, answer)
  const taken = answer.jobs.length === 0 ? heard : change(heard, { owed: toldSameAddress(heard.receipt) })
  return goOn(isOver(phase) ? change(taken, { failuresInARow }) : taken, pollHintSeconds)
}

/**
 * A rendering may be told to have failed as a whole, without its items (§2.8): then each known job that made nothing has
 * failed, and shares its word about the credits. The figure beside it is for all of them.
 */
function toldOfEach(said: Acceptance, known: Job[]): Acceptance {
  const [whole, ...others] = said.jobs
  if (!whole || others.length > 0 || known.length < 2 || said.renderingStatus !== 'failed') return said
  if (whole.status !== 'failed' || whole.generationId !== null || whole.module !== null) return said
  const jobs = known.map((job) => {
    if (isMade(job) || isUncharged(job)) return job
    const isTold = job.creditsStatus === 'refunded' || job.creditsStatus === 'confirmed'
    const creditsStatus = isTold ? job.creditsStatus : (whole.creditsStatus ?? job.creditsStatus)
    return { ...job, status: 'failed', error: job.error ?? whole.error, creditsStatus }
  })
  return { ...said, jobs }
}

/** A job that ended stays so: an answer without a status, or an older one, does not undo what is known. */
const statusOf = (old: Job, said: Job): string =>
  isMade(old) || (ended(old) && !ended(said)) ? old.status : said.status

/** What is listed twice under one number is one job and one charge: what either says of it is kept, and each address once. */
export function onceEach(jobs: Job[]): Job[] {
  const byNumber = new Map<string | Job, Job>()
  for (const job of jobs) {
    const first = byNumber.get(job.generationId ?? job)
    const urls = [...new Set([...(first?.urls ?? []), ...job.urls])]
    byNumber.set(job.generationId ?? job, first ? { ...mergeJob(first, job), urls } : job)
  }
  return [...byNumber.values()]
}

/**
 * Later words add to earlier ones and never erase them: an answer without a field is silent, not contrary. A job that is
 * not told of again is in the list as it was, the very same object.
 */
export function mergeJobs(known: Job[], said: Job[]): Job[] {
  const merged = [...known]
  const places = placesOf(known, said)
  for (const job of said) {
    const place = places.get(job)
    if (place) merged[place.at] = mergeJob(place.old, job)
    else merged.push(job)
  }
  return merged
}

function mergeJob(old: Job, said: Job): Job {
  // What stood in its place was why there was no job (§4.11); now there is one.
  const isDispatched = old.generationId === null && old.status === 'failed' && said.generationId !== null
  return {
    generationId: said.generationId ?? old.generationId,
    module: said.module ?? old.module,
    status: isDispatched ? said.status : statusOf(old, said),
    mediaType: said.mediaType ?? old.mediaType,
    urls: urlsOf(old, said),
    error: isDispatched ? said.error : (said.error ?? old.error),
    failureCode: isDispatched ? said.failureCode : (said.failureCode ?? old.failureCode),
    creditsUsed: said.creditsUsed ?? old.creditsUsed,
    creditsStatus: said.creditsStatus ?? old.creditsStatus,
  }
}

/** Outputs are told apart by their place: an address that is left empty or out stays what it was. */
const urlsOf = (old: Job, said: Job): string[] => [
  ...said.urls.map((url, place) => url || (old.urls[place] ?? '')),
  ...(isMade(old) || said.urls.length === 0 ? old.urls.slice(said.urls.length) : []),
]

/**
 * Which of the known jobs each of these is, where it is one of them. A receipt is listed job by job and a run's answer module by
 * module (§2.8, §4.11), so their places may differ: numbers come first, then names, and the place where neither speaks
 * against it. No known job is taken twice.
 */
function placesOf(known: Job[], said: Job[]): Map<Job, { at: number; old: Job }> {
  const places = new Map<Job, { at: number; old: Job }>()
  const taken = new Set<number>()
  const match = (isSame: (old: Job, job: Job, at: number, index: number) => boolean): void =>
    said.forEach((job, index) => {
      if (places.has(job)) return
      const at = known.findIndex((old, at) => !taken.has(at) && isSame(old, job, at, index))
      const old = known[at]
      if (old === undefined) return
      taken.add(at)
      places.set(job, { at, old })
    })
  match((old, job) => job.generationId !== null && old.generationId === job.generationId)
  match((old, job) => mayBe(old, job) && job.module !== null && old.module === job.module)
  match((old, job, at, index) => mayBe(old, job) && at === index)
  match((old, job) => mayBe(old, job) && old.generationId === null && job.generationId === null)
  return places
}

/** Whether neither numbers nor names say that they are two. */
const mayBe = (old: Job, job: Job): boolean =>
  (old.generationId === null || job.generationId === null) &&
  (old.module === null || job.module === null || old.module === job.module)

/** How far apart two looks at the service are at least (§4.2, §4.15). */
export const usualPause = ({ receipt, timing }: Draft): number =>
  receipt.order.kind === 'generation' ? timing.pollGenerationMs : timing.pollSkillMs

/** The pause until the next look at a running job (§4.2, §4.15; A11, A12). */
export function pollPause(draft: Draft, pollHintSeconds: number | null): number {
  const { receipt, timing } = draft
  const usual = usualPause(draft)
  if (pollHintSeconds === 0) return Math.max(usual, timing.pollSlowMs)
  const running = draft.atMs - (receipt.acceptedAtMs ?? draft.atMs)
  // Only the service ends a job: past its own end it is watched less often, never given up.
  return running > endAfterMs(receipt, timing) ? Math.max(usual, timing.pollSlowMs) : usual
}

export const endAfterMs = (receipt: Receipt, timing: { imageEndMs: number; videoEndMs: number }): number =>
  receipt.order.kind === 'generation' && receipt.order.mediaType === 'video' ? timing.videoEndMs : timing.imageEndMs

/** Where the jobs stand decides what comes next: watch, bring home, or end. */
export function goOn(draft: Draft, pollHintSeconds: number | null = null): Draft {
  const { receipt } = draft
  const count = expectedCount(receipt)
  const running = receipt.jobs.filter((job) => !ended(job)).length
  const goesOn = isUnderWay(receipt)
  const untried = missingOutputs(receipt, draft.atMs).find(isUntried)
  // What is made comes home while others are at work: its address may not live as long as they take (A15).
  if (goesOn && untried) return fetchOutput(change(draft, { phase: 'running' }), untried)
  if (goesOn && isWithoutFile(receipt)) {
    const afterMs = pollPause(draft, 0)
    return plan(change(draft, { phase: 'running' }), { do: 'poll', afterMs }, 'Requesting the download link')
  }
  if (goesOn) {
    const open = running + count - receipt.jobs.length
    const message = count > 1 ? `Checking again; ${open} of ${count} in progress` : 'Checking again'
    return plan(
      change(draft, { phase: 'running' }),
      { do: 'poll', afterMs: pollPause(draft, pollHintSeconds) },
      message,
    )
  }
  return bringNextHome(draft)
}

/** All that is open is called made, and no file is named for it. */
export const isWithoutFile = ({ jobs }: Receipt): boolean =>
  jobs.length > 0 && jobs.some((job) => !ended(job)) && jobs.every((job) => ended(job) || job.status === 'completed')

const isUntried = ({ triedTimes, fullTimes, isFresh, pausedMs }: Missing): boolean =>
  (triedTimes === 0 && fullTimes === 0 && pausedMs === 0) || (isFresh && triedTimes < triesBeforeOwed)

/** Whether the service is at work on it, as far as is known: on a job that has not ended, or on one that is not listed yet. */
export const isUnderWay = (receipt: Receipt): boolean =>
  receipt.jobs.length === 0 || !receipt.jobs.every(ended) || mayGrow(receipt)

/** What was left while the service worked on it is not watched again for the files that it had made by then. */
export const goOnFetching = (draft: Draft): Draft =>
  isOver(draft.receipt.phase) && isUnderWay(draft.receipt) ? fetchRest(draft) : goOn(draft)

function bringNextHome(draft: Draft): Draft {
  const first = nextToFetch(draft)
  if (!first) return end(draft)
  // Paid for and not to be had now: the request ends, the file stays owed and is tried on.
  const isOwed = first.triedTimes >= triesBeforeOwed
  return fetchOutput(isOwed ? end(draft) : change(draft, { phase: 'downloading' }), first)
}

/** Fetches what is still to be had of an order that has ended for good. */
export function fetchRest(draft: Draft): Draft {
  const first = nextToFetch(draft)
  return first ? fetchOutput(draft, first) : idle(draft)
}

/** The least tried one; what its server has put off comes when that is over, and holds up no other one. */
function nextToFetch(draft: Draft): Missing | undefined {
  const missing = missingOutputs(draft.receipt, draft.atMs)
  const first = missing.find(({ pausedMs }) => pausedMs === 0)
  const soonest = missing.filter(({ pausedMs }) => pausedMs > 0).sort((a, b) => a.pausedMs - b.pausedMs)[0]
  if (!first || !soonest) return first ?? soonest
  return waitMs(draft, soonest) < waitMs(draft, first) ? soonest : first
}

const waitMs = ({ timing }: Draft, { isFresh, triedTimes, fullTimes, pausedMs }: Missing): number =>
  isFresh ? 0 : Math.max(pausedMs, fetchPause(triedTimes, timing, fullTimes))

function fetchOutput(draft: Draft, missing: Missing): Draft {
  const { jobIndex, outputIndex, triedTimes, fullTimes } = missing
  const afterMs = waitMs(draft, missing)
  const again = triedTimes < triesBeforeOwed ? 'Downloading next result' : 'Retrying the download'
  const waits = missing.isDiskAway
    ? 'Downloading when the library’s disk is available'
    : 'Downloading when there is space on the disk'
  const message = fullTimes > 0 ? waits : again
  return plan(draft, { do: 'bringHome', afterMs, jobIndex, outputIndex }, message)
}

interface Missing {
  jobIndex: number
  outputIndex: number
  triedTimes: number
  /** In a row for want of room, or because the disk did not take it. */
  fullTimes: number
  isDiskAway: boolean
  /** At another address than it failed at last. */
  isFresh: boolean
  /** How much is left of the pause that the server of its address asked for. */
  pausedMs: number
}

/** Outputs of completed jobs that are to come home and are not there, least tried first. */
export function missingOutputs(receipt: Receipt, atMs = Number.POSITIVE_INFINITY): Missing[] {
  // An answer may name thousands: each is looked up at once.
  const owedAt = new Map(receipt.owed.toReversed().map((one) => [placeKey(one), one]))
  return comingHome(receipt)
    .map((place) => {
      const { jobIndex, outputIndex } = place
      const owed = owedAt.get(placeKey(place))
      const isFresh = hasFreshAddress(owed, receipt.jobs[jobIndex]?.urls[outputIndex] ?? '')
      return {
        jobIndex,
        outputIndex,
        triedTimes: owed?.triedTimes ?? 0,
        fullTimes: owed?.fullTimes ?? 0,
        isDiskAway: owed?.isDiskAway === true,
        isFresh,
        pausedMs: isFresh ? 0 : fetchLeftMs(owed, atMs),
      }
    })
    .sort((a, b) => Number(b.isFresh) - Number(a.isFresh) || a.triedTimes - b.triedTimes || a.fullTimes - b.fullTimes)
}

function end(draft: Draft): Draft {
  const { receipt } = draft
  const failed = receipt.jobs.filter((job) => job.status === 'failed')
  const expected = expectedCount(receipt)
  const made = receipt.jobs.length - failed.length
  if (made === 0) return failAll(draft, failed)
  const phase = failed.length > 0 || made < expected ? 'partial' : 'completed'
  const already = receipt.phase === phase
  const [owed] = receipt.owed
  const message = owed ? 'Made; a file is still owed' : phase === 'completed' ? 'Done' : 'Partly done'
  const told = already ? draft : note(draft, message, homeWords(receipt))
  const error = owed
    ? `The result is paid for and could not be fetched yet: ${owed.reason} It is tried again by itself.`
    : phase === 'partial'
      ? partialWords(receipt, made)
      : overcharge(receipt)
  return settle(change(told, { phase, error, failuresInARow: already ? receipt.failuresInARow : 0 }))
}

function failAll(draft: Draft, failed: Job[]): Draft {
  const { receipt } = draft
  const status = receipt.creditsStatus ?? (unlisted(receipt) > 0 ? null : sharedWord(failed))
  const text = failed.map((job) => job.error).find((error) => error) ?? 'The service gave no reason.'
  const known = change(draft, { creditsStatus: status })
  const shortage = hitPaywall(receipt) ? ` The balance ran out between the items. ${missingWords(receipt)}` : ''
  const money = unlisted(receipt) > 0 ? unlistedWords(known.receipt) : moneySentenceOf(known.receipt)
  const error = `The service could not make it: “${text}” ${money}${shortage}`
  if (receipt.phase === 'failed') return settle(change(known, { error }))
  return settle(change(trouble(known, 'Failed', error), { phase: 'failed', error, failuresInARow: 0 }))
}

/** The pause of slow reading: a minute at first, doubled with each reading in a row, a day at last (A10). */
export const slowPause = ({ receipt, timing }: Draft): number =>
  Math.min(timing.settleMaxMs, timing.settleFirstMs * 2 ** Math.min(receipt.failuresInARow, 20))

/**
 * After a failure the refund is learned by slow reading, until the service says a settled word (A10); and so is what became
 * of a part that it has ended without a word.
 */
export function settle(draft: Draft): Draft {
  const { receipt, timing } = draft
  // Not from the order: the failure itself may be learned after weeks in which nobody looked.
  const failedAtMs = receipt.failedAtMs ?? draft.atMs
  if (!unsettled(receipt) || draft.atMs - failedAtMs > timing.settleForMs) return idle(draft)
  const afterMs = slowPause(draft)
  const slower = change(draft, { failedAtMs, failuresInARow: receipt.failuresInARow + 1 })
  const message = unlisted(receipt) > 0 ? 'Checking the remaining results' : 'Checking for a refund'
  return plan(slower, { do: 'poll', afterMs }, message)
}
