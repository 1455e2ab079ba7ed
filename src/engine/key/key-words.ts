import type { KeyStatus } from '../../contract/app.ts'
import type { OpenRequests } from './key-books.ts'

type OtherKey = KeyStatus['others'][number]

/** What became of a key that was replaced or forgotten while requests of it were open. */
export interface Handover extends OpenRequests {
  fingerprint: string
  where: OtherKey['where']
}

/** How much of a fingerprint is shown: enough to tell a person's few keys apart. */
export const shown = (fingerprint: string): string => fingerprint.slice(0, 4)

const requestsInWords = (count: number): string => (count === 1 ? '1 open request' : `${count} open requests`)
const belong = (count: number): string => `${requestsInWords(count)} ${count === 1 ? 'belongs' : 'belong'}`

const unsentWords = ({ open, unsent }: OpenRequests, key: string): string => {
  if (unsent === 0) return ''
  const which = unsent === open ? 'None of them was sent yet; they' : `${unsent} of them not sent yet`
  return ` ${which} can go out only when ${key} is set again; else cancel them and reorder.`
}

const forThemAlone =
  'to check them and download their results; nothing is ever sent or paid with it. It is removed when the last of them has ended.'

/** Said before another key takes its place. */
export function beforeSetting(fingerprint: string, requests: OpenRequests): string {
  const key = shown(fingerprint)
  return `${belong(requests.open)} to the key that is set now (${key}). Where another key takes its place, ${key} is kept for them alone, ${forThemAlone}${unsentWords(requests, key)}`
}

/** Said before it is forgotten. */
export function beforeClearing(fingerprint: string, requests: OpenRequests, all: boolean): string {
  const key = shown(fingerprint)
  return all
    ? `${belong(requests.open)} to the key that is set now (${key}). It is dropped at once: their results can be downloaded only when it is set again.`
    : `${belong(requests.open)} to the key that is set now (${key}). It is kept for them alone, ${forThemAlone} “key clear --all” drops it at once.${unsentWords(requests, key)}`
}

/** Said after it. */
export function afterHandover(handover: Handover): string {
  const key = shown(handover.fingerprint)
  const { where } = handover
  const requests = requestsInWords(handover.open)
  if (where === 'nowhere')
    return `The key ${key} is gone from this computer. Its ${requests} can’t be downloaded until it is set again. Their receipts are kept.`
  const place =
    where === 'keychain' ? 'kept in the keychain' : 'held until Printroom closes, and never written to a file,'
  return `The key ${key} is ${place} for its ${requests}, ${forThemAlone}${unsentWords(handover, key)}`
}

/** What the status says of a key that is not the one that is set. */
export function otherWords(other: Handover & { isRefused: boolean }): string {
  const key = shown(other.fingerprint)
  if (other.isRefused)
    return `The service refuses the key ${key} now, so it is not used on. Its ${requestsInWords(other.open)} wait: pictures and videos are checked with the key that is set, a Skill run can be read with no other than its own. Check again, or cancel them.`
  if (other.where === 'nowhere')
    return `${belong(other.open)} to a key that is not here (${key}). Add that key to download their results. Nothing is lost meanwhile.`
  return afterHandover(other)
}
