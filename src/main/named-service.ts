import { isLoopback, practiceOrigin, readServiceAddress } from '../engine/remote/address.ts'

/** Which service is meant: `practice`, or a base address that `readServiceAddress` has accepted. */
export interface NamedService {
  /** Null where none is named, or none that may be used. */
  service: string | null
  /** Why what is named may not be used, as a sentence. */
  problem: string | null
}

/**
 * Reads what the environment or the settings name. Both can be written by others than this app, and the key goes there.
 * @param where they stand, for the sentence
 */
export function readNamed(text: string | null, where: string): NamedService {
  if (text === null) return { service: null, problem: null }
  if (text === practiceOrigin) return { service: practiceOrigin, problem: null }
  const read = readServiceAddress(text)
  if ('problem' in read)
    return {
      service: null,
      problem: `The service’s address in ${where} is not used. ${read.problem} Nothing was sent.`,
    }
  return { service: read.base, problem: null }
}

/** Whether it runs on this computer: reached without a proxy, and it may go faster than the clock (design.md, "The terminal"). */
export const isHere = (service: string): boolean => service === practiceOrigin || isLoopback(new URL(service))
