import { Notification } from 'electron'

/** Shown ones, held here: Electron lets go of one that nobody holds, and its click then opens nothing. */
const shown = new Set<Notification>()

export function showNotice(title: string, body: string, onClick: () => void): void {
  const notice = new Notification({ title, body, silent: true })
  const over = () => void shown.delete(notice)
  notice.on('click', () => {
    over()
    onClick()
  })
  notice.on('close', over)
  notice.on('failed', over)
  shown.add(notice)
  notice.show()
}
