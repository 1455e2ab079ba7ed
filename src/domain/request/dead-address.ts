import type { FailedFetch, RequestEffect, Timing } from './events.ts'
import { isSame } from './output-place.ts'
import type { Owed, Receipt } from './receipt.ts'
import { cameAgain } from './same-bytes.ts'
import { backOff } from './transitions.ts'

/** How often one output is tried in a row before the request counts as ended and the output as owed. */
export const triesBeforeOwed = 6

/**
 * After so many failures of any kind at one address, the job is asked for another one before the next try (A14). A dead
 * address need not say that it is: it may answer 400 or 500, with a page, with half a file, or not at all.
 */
const failuresBeforeAsking = 2

/** So often nobody waits long for a silent address, nor to ask for another one: a person may be waiting for the file. */
export const hurriedTries = 4

const sameAgain = 'The service gives no other address for it, so it is tried more and more seldom.'

/** What is owed after one more failure at the address that the receipt names now. */
export function owedAfter(
  receipt: Receipt,
  failed: FailedFetch & { pause?: Owed['pause'] },
  before: Owed | undefined,
): Owed {
  if (failed.isDiskFull || failed.isDiskAway) return waitingForDisk(receipt, failed, before)
  const { jobIndex, outputIndex, reason, addressStale, insideHost } = failed
  const address = receipt.jobs[jobIndex]?.urls[outputIndex] ?? ''
  const isSame = before?.address === address
  // A server that says “later” is there: that speaks for its address and not against it.
  const speaksAgainst = failed.pause === undefined ? (addressStale ? failuresBeforeAsking : 1) : 0
  const failedHere = (isSame ? (before?.failedHere ?? 0) : 0) + speaksAgainst
  const isSameAgain = isSame && before?.isSameAgain === true
  // Where nothing came this time, what came before still counts.
  const came = failed.came === undefined ? before?.came : cameAgain(before?.came, failed.came)
  return {
    jobIndex,
    outputIndex,
    reason: isSameAgain ? `${reason} ${sameAgain}` : reason,
    triedTimes: (before?.triedTimes ?? 0) + 1,
    address,
    failedHere,
    ...(isSameAgain ? { isSameAgain } : {}),
    ...(insideHost === undefined ? {} : { insideHost }),
    ...(failed.isUnread ? { unreadTimes: (before?.unreadTimes ?? 0) + 1 } : {}),
    ...(came === undefined ? {} : { came }),
    ...(failed.pause === undefined ? {} : { pause: failed.pause }),
  }
}

/** How much of the pause is left that the server of a file asked for. */
export const fetchLeftMs = (owed: Owed | undefined, atMs: number): number =>
  owed?.pause === undefined ? 0 : Math.min(Math.max(0, owed.pause.untilMs - atMs), owed.pause.forMs)

/** As often as the pause before the next try still grows. */
const mostFullTimes = 6

/** A disk that takes nothing says nothing of the address: what is known of that stays as it was. */
function waitingForDisk(receipt: Receipt, failed: FailedFetch, before: Owed | undefined): Owed {
  const { jobIndex, outputIndex, reason, isDiskAway } = failed
  const address = receipt.jobs[jobIndex]?.urls[outputIndex] ?? ''
  const known =
    before?.address === address
      ? { ...before, unreadTimes: 0 }
      : { failedHere: 0, ...(before?.came ? { came: before.came } : {}) }
  const fullTimes = Math.min((before?.fullTimes ?? 0) + 1, mostFullTimes)
  const owed = { triedTimes: before?.triedTimes ?? 0, ...known, jobIndex, outputIndex, reason, address, fullTimes }
  return { ...owed, isDiskAway }
}

/** Whether the file that comes next is one whose server asked to be left alone. */
export const isPutOff = ({ owed }: Receipt, effect: RequestEffect, atMs: number): boolean =>
  effect.do === 'bringHome' && owed.filter(isSame(effect)).some((one) => fetchLeftMs(one, atMs) > 0)

/** Whether the service is asked for another address before this is tried again. */
export const asksForAddress = ({ failedHere = 0, fullTimes = 0 }: Owed): boolean =>
  fullTimes === 0 && failedHere >= failuresBeforeAsking

/** After the service has told of the jobs: what it gave the same dead address for is known to have no other one now. */
export const toldSameAddress = ({ jobs, owed }: Receipt): Owed[] =>
  owed.map((one) => {
    const isSame = asksForAddress(one) && jobs[one.jobIndex]?.urls[one.outputIndex] === one.address
    return isSame && one.isSameAgain !== true
      ? { ...one, isSameAgain: true, reason: `${one.reason} ${sameAgain}` }
      : one
  })

/** The service has named another address since it failed: that one is tried at once. */
export const hasFreshAddress = (owed: Owed | undefined, url: string): boolean =>
  owed?.address !== undefined && owed.address !== url

/** The pause before an output is tried again: it grows to an hour, and to a minute where its disk did not take it. */
export function fetchPause(triedTimes: number, timing: Timing, fullTimes = 0): number {
  if (fullTimes > 0) return backOff(fullTimes, timing)
  if (triedTimes === 0) return 0
  if (triedTimes < triesBeforeOwed) return backOff(triedTimes, timing)
  return timing.backOffMaxMs * Math.min(60, 10 * 2 ** Math.min(triedTimes - triesBeforeOwed, 10))
}

/**
 * The pause before the service is asked for another address. At first it is learned soon: the pause before the next try
 * comes after it. A day later nobody hurries.
 */
export function askPause(triedTimes: number, usualMs: number, timing: Timing): number {
  if (triedTimes <= hurriedTries) return usualMs
  const pause = fetchPause(triedTimes, timing)
  return Math.max(usualMs, triedTimes < 2 * triesBeforeOwed ? Math.min(pause, timing.backOffMaxMs) : pause)
}
