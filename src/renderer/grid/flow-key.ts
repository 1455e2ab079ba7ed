import { isRtl } from '../format/messages.ts'

/** The key as it is meant in a row of things: where they go from right to left, the next one lies to the left. */
export function flowKey(key: string): string {
  if (!isRtl()) return key
  return key === 'ArrowLeft' ? 'ArrowRight' : key === 'ArrowRight' ? 'ArrowLeft' : key
}
