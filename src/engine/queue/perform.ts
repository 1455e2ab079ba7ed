import type { Json } from '../../domain/json.ts'
import type { RequestEffect, RequestEvent } from '../../domain/request/events.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import { type BringHomeDeps, bringHome } from '../library/bring-home.ts'
import { DownloadError } from '../remote/download.ts'
import type { Service } from '../remote/service.ts'
import { BodyChangedError, bytesOf } from './paid-body.ts'
import { type PrepareDeps, prepare } from './prepare.ts'

export interface PerformDeps {
  service: Service
  prepare: PrepareDeps
  home: BringHomeDeps
  now: () => number
  /** A submit answer told the balances (service.md §2.1). */
  onBalance: (balance: Json) => void
}

/**
 * Does one effect and tells what came of it, as an event. Failures that belong to the request come back as events;
 * what it throws is trouble of this computer (a full disk), and the effect is to be tried again.
 */
export async function perform(effect: RequestEffect, receipt: Receipt, deps: PerformDeps): Promise<RequestEvent> {
  const { order } = receipt
  switch (effect.do) {
    case 'prepare': {
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
          return { type: 'preparationNeedsPerson', atMs, kind: outcome.kind, message: outcome.message }
      }
      break
    }
    case 'submit':
      return submit(receipt, deps)
    case 'lookUp': {
      const outcome =
        order.kind === 'generation'
          ? await deps.service.lookUpGeneration(receipt.id)
          : await deps.service.lookUpSkill(order.skill, receipt.id)
      return { type: 'lookedUp', atMs: deps.now(), outcome }
    }
    case 'poll': {
      if (order.kind === 'skill') {
        const outcome = await deps.service.skillStatus(order.skill, receipt.id)
        return { type: 'polled', atMs: deps.now(), outcome }
      }
      const generationId = receipt.jobs[0]?.generationId ?? null
      if (generationId === null)
        return { type: 'lookedUp', atMs: deps.now(), outcome: await deps.service.lookUpGeneration(receipt.id) }
      return { type: 'polled', atMs: deps.now(), outcome: await deps.service.generationStatus(generationId) }
    }
    case 'bringHome':
      return fetchOne(receipt, effect.jobIndex, effect.outputIndex, deps)
  }
}

async function submit(receipt: Receipt, deps: PerformDeps): Promise<RequestEvent> {
  const { order, body } = receipt
  let bytes: Uint8Array
  try {
    if (body === null) throw new BodyChangedError('The request has no stored body.')
    bytes = await bytesOf(body)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'The stored request cannot be read.'
    return { type: 'submitted', atMs: deps.now(), outcome: { type: 'notSent', reason } }
  }
  const outcome =
    order.kind === 'generation'
      ? await deps.service.submitGeneration(bytes)
      : await deps.service.runSkill(order.skill, bytes)
  if (outcome.balance !== undefined) deps.onBalance(outcome.balance)
  return { type: 'submitted', atMs: deps.now(), outcome }
}

async function fetchOne(
  receipt: Receipt,
  jobIndex: number,
  outputIndex: number,
  deps: PerformDeps,
): Promise<RequestEvent> {
  try {
    const asset = await bringHome(receipt, jobIndex, outputIndex, deps.home)
    const { id: assetId, sha256 } = asset
    return { type: 'broughtHome', atMs: deps.now(), asset: { assetId, jobIndex, outputIndex, sha256 } }
  } catch (error) {
    if (!(error instanceof DownloadError)) throw error
    const { message: reason, addressStale } = error
    return { type: 'bringingHomeFailed', atMs: deps.now(), jobIndex, outputIndex, reason, addressStale }
  }
}
