import { app, type BrowserWindow, Notification } from 'electron'
import { showNotice } from './notices.ts'
import { type News, type Told, UnderWay } from './under-way.ts'

/** What the desktop shows of the work: the taskbar's bar, the badge, and one notice a batch while nobody looks. */
export class Desk {
  readonly #underWay = new UnderWay()
  readonly #windowNow: () => BrowserWindow | null
  readonly #openQueue: () => void

  /** @param openQueue brings the window to the front with the queue in it */
  constructor(windowNow: () => BrowserWindow | null, openQueue: () => void) {
    this.#windowNow = windowNow
    this.#openQueue = openQueue
  }

  /** Another service, or the same one opened anew. */
  begin(open: readonly Told[]): void {
    this.#underWay.clear()
    this.#underWay.take(open)
    this.#draw()
  }

  take(changed: readonly Told[]): void {
    for (const news of this.#underWay.take(changed)) this.#tell(news)
    this.#draw()
  }

  #tell({ title, words }: News): void {
    if (this.#windowNow()?.isFocused() || !Notification.isSupported()) return
    showNotice(title, words, this.#openQueue)
  }

  #draw(): void {
    const { progress, asking } = this.#underWay
    const window = this.#windowNow()
    if (window && !window.isDestroyed())
      window.setProgressBar(progress?.part ?? -1, { mode: progress?.isWaiting ? 'paused' : 'normal' })
    app.setBadgeCount(asking)
  }
}
