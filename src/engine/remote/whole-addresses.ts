import type { LookUpOutcome, PollOutcome, SubmitOutcome } from '../../domain/request/outcomes.ts'

/**
 * A relative address is meant from the one whose answer named it, as on any page. An empty one names nothing, and what
 * cannot be read stays as it is: whoever fetches it says so.
 * @param from the address that was asked
 */
export const wholeAddress = (address: string, from: string): string =>
  address === '' || URL.canParse(address) ? address : (URL.parse(address, from)?.href ?? address)

/** The same for all files that an outcome names. */
export function withWholeAddresses<Outcome extends SubmitOutcome | LookUpOutcome | PollOutcome>(
  outcome: Outcome,
  from: string,
): Outcome {
  if (!('acceptance' in outcome)) return outcome
  const jobs = outcome.acceptance.jobs.map((job) => ({ ...job, urls: job.urls.map((url) => wholeAddress(url, from)) }))
  return { ...outcome, acceptance: { ...outcome.acceptance, jobs } }
}
