import { call } from '../bridge/bridge.ts'
import { useNotices } from '../bridge/notices-store.ts'
import { t } from '../format/messages.ts'

/** Puts a text on the clipboard, and says so; where that is refused, the text is shown to be copied by hand. */
export async function copyText(text: string, what: string): Promise<void> {
  const { say } = useNotices.getState()
  const { ok } = await call('app.copyText', { text })
  if (ok) say({ tone: 'plain', message: t('{what} copied.', { what }) })
  else say({ tone: 'attention', message: t('{what} could not be copied. It reads: {text}', { what, text }) })
}
