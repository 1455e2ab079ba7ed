import { useNotices } from '../stores/notices-store.ts'

/** Puts words on the clipboard, and says so; where that is refused, the words are shown to be copied by hand. */
export async function copyWords(words: string, what: string): Promise<void> {
  const { say } = useNotices.getState()
  try {
    await navigator.clipboard.writeText(words)
    say({ tone: 'plain', words: `${what} copied.` })
  } catch {
    say({ tone: 'attention', words: `${what} could not be copied. It reads: ${words}` })
  }
}
