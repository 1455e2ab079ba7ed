import { app, type BrowserWindow, Notification } from 'electron'
import { BatchProgress, type News, type TrackedRequest } from './batch-progress.ts'
import { showNotice } from './notices.ts'

/** What the desktop shows of the work: the taskbar's bar, the badge, and one notice a batch while nobody looks. */
export class SystemStatus {
  readonly #progress = new BatchProgress()
  readonly #windowNow: () => BrowserWindow | null
  readonly #openQueue: () => void

  /** @param openQueue brings the window to the front with the queue in it */
  constructor(windowNow: () => BrowserWindow | null, openQueue: () => void) {
    this.#windowNow = windowNow
    this.#openQueue = openQueue
  }

  /** Another service, or the same one opened anew. */
  begin(open: readonly TrackedRequest[]): void {
    this.#progress.clear()
    this.#progress.apply(open)
    this.#draw()
  }

  apply(changed: readonly TrackedRequest[]): void {
    for (const news of this.#progress.apply(changed)) this.#notify(news)
    this.#draw()
  }

  #notify({ title, message }: News): void {
    if (this.#windowNow()?.isFocused() || !Notification.isSupported()) return
    showNotice(title, message, this.#openQueue)
  }

  #draw(): void {
    const { progress, asking } = this.#progress
    const window = this.#windowNow()
    if (window && !window.isDestroyed())
      window.setProgressBar(progress?.part ?? -1, { mode: progress?.isWaiting ? 'paused' : 'normal' })
    app.setBadgeCount(asking)
  }
}
