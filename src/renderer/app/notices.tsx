import { Check, CircleAlert, TriangleAlert, X } from 'lucide-react'
import { type JSX, useEffect, useRef } from 'react'
import { type Notice, useNotices } from '../bridge/notices-store.ts'
import { said } from '../components/as-given.tsx'
import { Button } from '../components/button.tsx'
import { t } from '../format/messages.ts'
import { useView } from '../stores/view-store.ts'
import styles from './notices.module.css'

const icons = { plain: Check, attention: TriangleAlert, fault: CircleAlert }

function NoticeCard({ notice }: { notice: Notice }): JSX.Element {
  const dismiss = useNotices((notices) => notices.dismiss)
  const Icon = icons[notice.tone]
  useEffect(() => {
    // What went wrong stays until it was read, is over, or is left behind.
    if (notice.tone === 'fault') return
    const timer = setTimeout(() => dismiss(notice.id), notice.tone === 'plain' ? 6000 : 12_000)
    return () => clearTimeout(timer)
  }, [notice, dismiss])
  return (
    <div className={styles.notice}>
      <Icon size={16} strokeWidth={1.6} aria-hidden className={notice.tone === 'plain' ? undefined : notice.tone} />
      <span className="selectable" {...(notice.said ? said : {})}>
        {notice.message}
      </span>
      {notice.act && (
        <Button
          small
          className="push"
          onClick={() => {
            notice.act?.run()
            dismiss(notice.id)
          }}
        >
          {notice.act.label}
        </Button>
      )}
      <Button
        look="quiet"
        small
        square
        className={notice.act ? undefined : 'push'}
        aria-label={t('Dismiss')}
        onClick={() => dismiss(notice.id)}
      >
        <X size={14} strokeWidth={1.75} aria-hidden />
      </Button>
    </div>
  )
}

/** Answers to acts, and the polite voice for screen readers. */
export function Notices(): JSX.Element {
  const notices = useNotices((state) => state.notices)
  const announced = useNotices((state) => state.announced)
  const leave = useNotices((state) => state.leave)
  const screen = useView((view) => view.screen)
  const before = useRef(screen)
  useEffect(() => {
    if (before.current !== screen) leave()
    before.current = screen
  }, [screen, leave])
  return (
    <aside aria-label={t('Notices')}>
      <div className={styles.notices} role="status">
        {notices.map((notice) => (
          <NoticeCard key={notice.id} notice={notice} />
        ))}
      </div>
      <p className="sr-only" aria-live="polite">
        {announced}
      </p>
    </aside>
  )
}
