import { useNotices } from '../bridge/notices-store.ts'
import { t } from '../format/messages.ts'

/** Puts words on the clipboard, and says so; where that is refused, the words are shown to be copied by hand. */
export async function copyLabels(words: string, what: string): Promise<void> {
  const { say } = useNotices.getState()
  try {
    await navigator.clipboard.writeText(words)
    say({ tone: 'plain', words: t('{what} copied.', { what }) })
  } catch {
    say({ tone: 'attention', words: t('{what} could not be copied. It reads: {words}', { what, words }) })
  }
}
