import { useNotices } from '../bridge/notices-store.ts'
import { t } from '../format/messages.ts'

/** Puts a text on the clipboard, and says so; where that is refused, the text is shown to be copied by hand. */
export async function copyText(text: string, what: string): Promise<void> {
  const { say } = useNotices.getState()
  try {
    await navigator.clipboard.writeText(text)
    say({ tone: 'plain', message: t('{what} copied.', { what }) })
  } catch {
    say({ tone: 'attention', message: t('{what} could not be copied. It reads: {text}', { what, text }) })
  }
}
