import type { Receipt } from './receipt.ts'
import type { Doubt } from './same-bytes.ts'

const unchecked = 'Printroom could not check it: open it to see whether it is complete.'

const doubtWords: Record<Doubt, string> = {
  damaged: 'It may be damaged: open it to check.',
  'other-kind': 'It is a different file type than ordered: open it to check.',
}

/** What is in the library, as a sentence; where a file did not decode whole, it says so (I11). */
export function homeWords({ assets }: Receipt): string {
  const saved = assets.length === 1 ? 'Saved to library.' : `${assets.length} files saved to library.`
  const [doubted] = assets.filter(({ doubt }) => doubt !== undefined)
  if (doubted?.doubt) return `${saved} ${doubtWords[doubted.doubt]}`
  return assets.some(({ isUnchecked }) => isUnchecked) ? `${saved} ${unchecked}` : saved
}
