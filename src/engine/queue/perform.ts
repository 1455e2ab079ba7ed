import { isNoRoom } from '../../domain/error-code.ts'
import { canonicalJson, isRecord, type Json, json } from '../../domain/json.ts'
import type { RequestEffect, RequestEvent } from '../../domain/request/events.ts'
import type { LookUpOutcome, PollOutcome, Refusal, SubmitOutcome } from '../../domain/request/outcomes.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import { type DownloadResultDeps, downloadResult } from '../library/download-result.ts'
import { OtherDiskError, todo, whyNot } from '../platform/disk-answer.ts'
import { DownloadError } from '../remote/download-error.ts'
import { fullDiskWords } from '../remote/room.ts'
import type { PaidLine, Service } from '../remote/service.ts'
import { BodyChangedError, bytesOf } from './paid-body.ts'
import { type PrepareDeps, prepare } from './prepare.ts'

export interface PerformDeps {
  service: Service
  prepare: PrepareDeps
  home: DownloadResultDeps
  now: () => number
  /** Which key is held now; null while that is not known. */
  keyFingerprint: () => string | null
  /** A replaced key that is held for looking at its own requests; null where it is not held, or was refused. */
  oldKey?: (fingerprint: string) => string | null
  /** The service has refused such a key. */
  onOldKeyRefused?: (fingerprint: string) => void
  /** Another program may have set another key: whether one is in use now that was not before. */
  readKeyAnew?: () => Promise<boolean>
  /** A submit answer told the balances (service.md §2.1). `fingerprint`: of the key that it was told for. */
  onBalance: (balance: Json, fingerprint: string | null) => void
}

/**
 * Does one effect and tells what came of it, as an event. Failures that belong to the request come back as events;
 * what it throws is trouble of this computer (a full disk), and the effect is to be tried again.
 * @param line what closes a paid POST under way, and what is asked directly before it leaves
 */
export async function performEffect(
  effect: RequestEffect,
  receipt: Receipt,
  deps: PerformDeps,
  line: PaidLine,
): Promise<RequestEvent> {
  const { order } = receipt
  switch (effect.do) {
    case 'prepare': {
      if (hasOtherKey(receipt, deps))
        return { type: 'preparationNeedsPerson', atMs: deps.now(), kind: 'key', message: approvedUnderOther }
      const outcome = await prepare(receipt, deps.prepare)
      const atMs = deps.now()
      switch (outcome.type) {
        case 'prepared':
          return { type: 'bodyWritten', atMs, body: outcome.body, preparation: outcome.preparation }
        case 'refused':
          return { type: 'preparationRefused', atMs, message: outcome.message }
        case 'delayed':
          return { type: 'preparationDelayed', atMs, reason: outcome.reason, afterMs: outcome.afterMs }
        case 'priceRose':
          return { type: 'priceRose', atMs, credits: outcome.credits }
        case 'needsPerson':
          if (outcome.kind === 'key') await deps.readKeyAnew?.()
          return { type: 'preparationNeedsPerson', atMs, kind: outcome.kind, message: outcome.message }
      }
      break
    }
    case 'submit':
      return submit(receipt, deps, line)
    case 'lookUp':
      return lookUp(receipt, deps)
    case 'poll': {
      const generationId = receipt.jobs[0]?.generationId ?? null
      if (order.kind === 'generation' && generationId === null) return lookUp(receipt, deps)
      const outcome = await lookWithKeyOfNow<PollOutcome>(
        receipt,
        deps,
        { type: 'keyRefused', isUnasked: true },
        (oldKey) =>
          order.kind === 'skill'
            ? deps.service.skillStatus(order.skill, receipt.id, oldKey)
            : deps.service.generationStatus(generationId ?? '', oldKey),
      )
      return { type: 'polled', atMs: deps.now(), outcome }
    }
    case 'bringHome':
      return fetchOne(receipt, effect.jobIndex, effect.outputIndex, deps)
  }
}

async function lookUp(receipt: Receipt, deps: PerformDeps): Promise<RequestEvent> {
  const { id, order } = receipt
  const outcome = await lookWithKeyOfNow<LookUpOutcome>(receipt, deps, refusedHere, async (oldKey) =>
    order.kind === 'generation'
      ? deps.service.lookUpGeneration(id, oldKey)
      : withOwnParameters(receipt, await deps.service.lookUpSkill(order.skill, id, oldKey)),
  )
  const isMissing = isMissingElsewhere(receipt, outcome, deps)
  const said: LookUpOutcome = isMissing ? { type: 'missing', underOtherKey: true } : outcome
  return { type: 'lookedUp', atMs: deps.now(), outcome: said, ...(await priceNowFor(receipt, said, deps)) }
}

/** Found missing for the second time, it may be put before a person, who is told what it costs now. */
async function priceNowFor(
  receipt: Receipt,
  outcome: LookUpOutcome,
  { prepare: { prices } }: PerformDeps,
): Promise<{ priceNow?: { credits: number | null } }> {
  if (outcome.type !== 'missing' || receipt.missingInARow === 0) return {}
  const priceNow = await prices.priceNow(receipt)
  return priceNow === null ? {} : { priceNow }
}

/** Asked with another key than its own: the order may be another account's. */
const isMissingElsewhere = (receipt: Receipt, outcome: LookUpOutcome | PollOutcome, deps: PerformDeps): boolean =>
  outcome.type === 'missing' && hasOtherKey(receipt, deps) && ownOldKey(receipt, deps) === null

/** Looks, and once more where it was the key that it failed for and another program has set another one since. */
async function lookWithKeyOfNow<Outcome extends LookUpOutcome | PollOutcome>(
  ...[receipt, deps, noKey, ask]: Parameters<typeof look<Outcome>>
): Promise<Outcome> {
  const outcome = await look(receipt, deps, noKey, ask)
  const isForKey = isKeyRefused(outcome) || isMissingElsewhere(receipt, outcome, deps)
  return isForKey && (await deps.readKeyAnew?.()) ? look(receipt, deps, noKey, ask) : outcome
}

/** The key that it was ordered under, where that one is not set but still held. */
function ownOldKey({ keyFingerprint: own }: Receipt, deps: PerformDeps): string | null {
  return own === null || own === deps.keyFingerprint() ? null : (deps.oldKey?.(own) ?? null)
}

/**
 * Looks with the key that a receipt was ordered under, where that is set or still held. Where it is not, a generation is
 * looked up with any key of the account (§4.3); a Skill with no other than its own (§4.15): to another its receipt looks
 * missing, and what is missing might be sent again.
 */
async function look<Outcome extends LookUpOutcome | PollOutcome>(
  receipt: Receipt,
  deps: PerformDeps,
  noKey: Outcome,
  ask: (oldKey?: string) => Promise<Outcome>,
): Promise<Outcome> {
  const own = receipt.keyFingerprint
  const oldKey = ownOldKey(receipt, deps)
  const isSkill = receipt.order.kind === 'skill'
  if (own === null || oldKey === null) return isSkill && hasOtherKey(receipt, deps) ? noKey : ask()
  const outcome = await ask(oldKey)
  if (!isKeyRefused(outcome)) return outcome
  deps.onOldKeyRefused?.(own)
  return isSkill || deps.keyFingerprint() === null ? outcome : ask()
}

const isKeyRefused = (outcome: LookUpOutcome | PollOutcome | SubmitOutcome): boolean =>
  outcome.type === 'keyRefused' || (outcome.type === 'refused' && outcome.reason === 'key')

/** An order never changes its key between two sends (I4), nor is anything sent with a key that is not the one set. */
function hasOtherKey(receipt: Receipt, deps: PerformDeps): boolean {
  const held = deps.keyFingerprint()
  return held !== null && receipt.keyFingerprint !== null && held !== receipt.keyFingerprint
}

const approvedUnderOther =
  'This was ordered under another key than the one that is set now. Nothing was sent or charged. Set that key again, then check again; or cancel and reorder.'

/**
 * A Skill may be sent again with the parameters its receipt names (§2.8, §4.15). The stored bytes are sent for life, so
 * where the two differ a person is asked (A17).
 */
function withOwnParameters(receipt: Receipt, outcome: LookUpOutcome): LookUpOutcome {
  // What was accepted is never sent again, whatever it would be sent with (I5).
  const isPermission = outcome.type === 'inProgress' && outcome.mayResubmit && receipt.acceptedAtMs === null
  if (!isPermission || receipt.body === null || !isRecord(outcome.retryParameters ?? undefined)) return outcome
  const text = receipt.body.parts.map((part) => ('text' in part ? part.text : '')).join('')
  if (sameParameters(json.parse(JSON.parse(text)), outcome.retryParameters ?? null)) return outcome
  const message = 'The service would take other parameters than those of this receipt.'
  return { type: 'refused', reason: 'conflict', httpStatus: 200, code: null, message }
}

/** Equal but for the request's own number, which a receipt may leave out. */
function sameParameters(a: Json, b: Json): boolean {
  const bare = (value: Json) => canonicalJson(isRecord(value) ? { ...value, requestId: null } : value)
  return bare(a) === bare(b)
}

/** Our own "no", in place of the service's. */
const refusedHere: Refusal = {
  type: 'refused',
  reason: 'key',
  httpStatus: 0,
  code: null,
  message: 'It was ordered under another key than the one that is set now.',
}

async function submit(receipt: Receipt, deps: PerformDeps, line: PaidLine): Promise<RequestEvent> {
  const { order, body } = receipt
  let bytes: Uint8Array
  try {
    if (body === null) throw new BodyChangedError('The request has no stored body.')
    bytes = await bytesOf(body, deps.prepare.bodies)
  } catch (error) {
    if (error instanceof BodyChangedError) return { type: 'bodyDamaged', atMs: deps.now(), reason: error.message }
    const reason = error instanceof Error ? error.message : 'The stored request cannot be read.'
    return { type: 'submitted', atMs: deps.now(), outcome: { type: 'notSent', reason } }
  }
  if (hasOtherKey(receipt, deps)) return { type: 'submitted', atMs: deps.now(), outcome: refusedHere }
  const sentWith = receipt.keyFingerprint ?? deps.keyFingerprint()
  // Another key may be set while the connection is made: it never pays for this order (I4).
  const bound = { ...line, mayLeave: () => !hasOtherKey(receipt, deps) && (line.mayLeave?.() ?? true) }
  let outcome: Awaited<ReturnType<Service['runSkill']>>
  try {
    outcome =
      order.kind === 'generation'
        ? await deps.service.submitGeneration(bytes, bound)
        : await deps.service.runSkill(order.skill, bytes, bound)
  } catch (error) {
    // Whatever failed here may have failed after the request went out: it is never simply done again (A6).
    const reason = error instanceof Error ? error.message : 'The exchange with the service failed.'
    return { type: 'submitted', atMs: deps.now(), outcome: { type: 'unknown', reason, afterMs: null } }
  }
  // Never sent with another key by itself (I4): what is ordered in its place is.
  if (isKeyRefused(outcome)) await deps.readKeyAnew?.()
  tellBalance(outcome.balance, sentWith, deps)
  if (order.kind === 'generation' && outcome.type === 'refused' && outcome.reason === 'input') readModelsAnew(deps)
  return { type: 'submitted', atMs: deps.now(), outcome }
}

/** A model may have been retired since its list was read (§4.1, §4.4; O69): the next order is made from a fresh one. */
function readModelsAnew({ prepare }: PerformDeps): void {
  // Nobody waits for it; where it fails the old list stays, marked with its age.
  prepare.models.get({ fresh: true }).catch(() => undefined)
}

/** A balance that cannot be kept is shown another time; the answer it came with must not be lost for it. */
function tellBalance(balance: Json | undefined, fingerprint: string | null, deps: PerformDeps): void {
  try {
    if (balance !== undefined) deps.onBalance(balance, fingerprint)
  } catch {
    // The disk is full, or a listener failed.
  }
}

async function fetchOne(
  receipt: Receipt,
  jobIndex: number,
  outputIndex: number,
  deps: PerformDeps,
): Promise<RequestEvent> {
  try {
    const asset = await downloadResult(receipt, jobIndex, outputIndex, deps.home)
    const { id: assetId, sha256, isChecked, doubt } = asset
    const checked = { ...(isChecked ? {} : { isUnchecked: true as const }), ...(doubt === null ? {} : { doubt }) }
    return { type: 'broughtHome', atMs: deps.now(), asset: { assetId, jobIndex, outputIndex, sha256, ...checked } }
  } catch (error) {
    if (isNoRoom(error)) {
      const reason = fullDiskWords(error, deps.home.place.folder)
      return {
        type: 'bringingHomeFailed',
        atMs: deps.now(),
        jobIndex,
        outputIndex,
        reason,
        addressStale: false,
        isDiskFull: true,
      }
    }
    if (error instanceof OtherDiskError) {
      const reason = awayWords(error)
      const atMs = deps.now()
      return { type: 'bringingHomeFailed', atMs, jobIndex, outputIndex, reason, addressStale: false, isDiskAway: true }
    }
    if (!(error instanceof DownloadError)) throw error
    return { type: 'bringingHomeFailed', atMs: deps.now(), jobIndex, outputIndex, ...error.failed }
  }
}

/** What is said of a result that the library's disk does not take now. */
const awayWords = ({ folder, code }: OtherDiskError): string =>
  `The file could not be put into the library’s folder ${folder}: ${whyNot(code)}. It is made, nothing more will be charged for it, and it is not lost. ${todo(code)}; it is then fetched by itself.`
