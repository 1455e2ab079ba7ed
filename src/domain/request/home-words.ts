import type { Receipt } from './receipt.ts'
import type { Doubt } from './same-bytes.ts'

const unchecked = 'Nothing here can tell whether that is all of it: open it and look.'

const doubtWords: Record<Doubt, string> = {
  damaged: 'It came the same each time; it may be damaged: open it and look.',
  'other-kind': 'It is of another kind than was ordered, and came the same each time: open it and look.',
}

/**
 * What is at home, as a sentence. Checked is said only where a file decoded whole (I11).
 * @param hasVerb as a sentence of its own, and not as a line of the timeline
 */
export function homeWords({ assets }: Receipt, hasVerb: boolean): string {
  const isOne = assets.length === 1
  const files = isOne ? (hasVerb ? 'The file is' : 'One file') : `${assets.length} files${hasVerb ? ' are' : ''}`
  const [doubted] = assets.filter(({ doubt }) => doubt !== undefined)
  if (doubted?.doubt) return `${files} home. ${doubtWords[doubted.doubt]}`
  return assets.some(({ isUnchecked }) => isUnchecked) ? `${files} home. ${unchecked}` : `${files} home and checked.`
}
