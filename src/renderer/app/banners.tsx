import { Info, KeyRound, WifiOff } from 'lucide-react'
import type { JSX } from 'react'
import { Button } from '../components/button.tsx'
import { cx } from '../lib/cx.ts'
import { clock, plural } from '../lib/format.ts'
import { queueGroups } from '../lib/queue-groups.ts'
import { useApp } from '../stores/app-store.ts'
import { useCreate } from '../stores/create-store.ts'
import { useRequests } from '../stores/requests-store.ts'
import { useView } from '../stores/view-store.ts'
import appStyles from './app.module.css'
import styles from './banners.module.css'

function PracticeBanner(): JSX.Element {
  const go = useView((view) => view.go)
  return (
    <div className={cx(styles.banner, styles.practice)}>
      <span className={styles.stamp}>Practice</span>
      <span>
        <b>Nothing here costs money.</b> The service runs inside this computer; pictures are kept apart, with names that
        begin “practice”.
      </span>
      <Button small onClick={() => go('settings')}>
        Use my key…
      </Button>
    </div>
  )
}

function OfflineBanner({ since, notice }: { since: number; notice: string | null }): JSX.Element {
  const requests = useRequests((mirror) => mirror.all)
  const loadModels = useCreate((create) => create.loadModels)
  const { underWay, waiting } = queueGroups(requests, 0)
  const parts = [
    underWay.length > 0
      ? `${plural(underWay.length, 'request')} ${underWay.length === 1 ? 'comes' : 'come'} home when it answers`
      : null,
    waiting.length > 0 ? `${waiting.length} ${waiting.length === 1 ? 'waits' : 'wait'} here` : null,
  ].filter((part) => part !== null)
  return (
    <div className={styles.banner}>
      <WifiOff size={16} strokeWidth={1.6} aria-hidden />
      <span>
        <b>No answer from the service since {clock(since)}.</b> Library and receipts work.{' '}
        {parts.length > 0 ? `${parts.join('; ')}. ` : ''}
        {notice}
      </span>
      <Button small onClick={() => void loadModels(true)}>
        Try now
      </Button>
    </div>
  )
}

/** Lasting conditions, each in a row of its own under the title bar; they push the work down. */
export function Banners(): JSX.Element {
  const snapshot = useApp((app) => app.snapshot)
  const since = useApp((app) => app.unreachableSince)
  const go = useView((view) => view.go)
  const screen = useView((view) => view.screen)
  const offline = since !== null && snapshot?.mode !== 'first-run'
  return (
    <aside className={appStyles.notes} aria-label="Conditions">
      {snapshot?.mode === 'practice' && <PracticeBanner />}
      {offline && <OfflineBanner since={since} notice={snapshot?.notice ?? null} />}
      {snapshot?.key.where === 'unreadable' && (
        <div className={styles.banner}>
          <KeyRound size={16} strokeWidth={1.6} className="fault" aria-hidden />
          <span>
            <b>The key cannot be read.</b> {snapshot.key.words}
          </span>
          {screen !== 'settings' && (
            <Button small onClick={() => go('settings')}>
              Open key settings
            </Button>
          )}
        </div>
      )}
      {snapshot?.notice && !offline && screen !== 'settings' && snapshot.mode !== 'first-run' && (
        <div className={styles.banner}>
          <Info size={16} strokeWidth={1.6} aria-hidden />
          <span>{snapshot.notice}</span>
        </div>
      )}
    </aside>
  )
}
