import { Info, KeyRound, WifiOff } from 'lucide-react'
import type { JSX, ReactNode } from 'react'
import type { AppSnapshot } from '../../contract/app.ts'
import { EngineSentence } from '../components/as-given.tsx'
import { Button } from '../components/button.tsx'
import { cx } from '../format/cx.ts'
import { asOf } from '../format/format.ts'
import { t } from '../format/messages.ts'
import { rich } from '../format/rich.tsx'
import { useMinute } from '../hooks/use-now.ts'
import { queueGroups } from '../lists/queue-groups.ts'
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
      <span className={styles.stamp}>{t('Practice')}</span>
      <span>
        {rich(
          '<b>Nothing here costs money.</b> The service runs inside this computer; pictures are kept apart, with names that begin “practice”.',
          { b: (chunks) => <b>{chunks}</b> },
        )}
      </span>
      <Button small onClick={() => go('settings')}>
        {t('Use my key…')}
      </Button>
    </div>
  )
}

const toKey = (): void => useView.getState().goToSection('key')

/** What is wrong with a key, and the way to its field from wherever that is not seen. */
function KeyTrouble({ act, children }: { act: string; children: ReactNode }): JSX.Element {
  const screen = useView((view) => view.screen)
  return (
    <div className={styles.banner}>
      <KeyRound size={16} strokeWidth={1.6} className="fault" aria-hidden />
      <span>{children}</span>
      {screen !== 'settings' && (
        <Button small onClick={toKey}>
          {act}
        </Button>
      )}
    </div>
  )
}

/** Orders that no key of now can send or read: the service refuses it, or they were ordered under another. */
const RefusedKey = ({ waiting }: { waiting: number }): JSX.Element => (
  <KeyTrouble act={t('Replace the key…')}>
    <b>{t('The API key doesn’t work.')}</b>{' '}
    {t(
      '{waiting, plural, one {# request needs} other {# requests need}} a working key. Nothing new is sent for {waiting, plural, one {it} other {them}} meanwhile.',
      { waiting },
    )}
  </KeyTrouble>
)

/** Without a key nothing goes on: said where something waits for it, in the words of the engine where there is a key that is kept back. */
function KeyBanner({ snapshot }: { snapshot: AppSnapshot }): JSX.Element | null {
  const requests = useRequests((mirror) => mirror.all)
  const { underWay, waiting } = queueGroups(requests, 0)
  const open = underWay.length + waiting.length
  const { where, words } = snapshot.key
  const isMissing = where === 'none' && snapshot.mode === 'service' && open > 0
  if (where !== 'unreadable' && !isMissing) {
    const refused = requests.filter(({ decision }) => decision?.kind === 'key').length
    return refused === 0 ? null : <RefusedKey waiting={refused} />
  }
  return (
    <KeyTrouble act={t('Open key settings')}>
      {isMissing ? (
        <>
          <b>{t('No API key.')}</b>{' '}
          {t(
            '{open, plural, one {# request resumes} other {# requests resume}} when you add it. Nothing is charged meanwhile.',
            {
              open,
            },
          )}
        </>
      ) : (
        <>
          <b>{t('The key cannot be read.')}</b> <EngineSentence>{words}</EngineSentence>
        </>
      )}
    </KeyTrouble>
  )
}

function OfflineBanner({ since, notice }: { since: number; notice: string | null }): JSX.Element {
  const requests = useRequests((mirror) => mirror.all)
  const loadModels = useCreate((create) => create.loadModels)
  const now = useMinute()
  const { underWay, waiting } = queueGroups(requests, 0)
  const parts = [
    underWay.length > 0
      ? t('{underWay, plural, one {# request resumes} other {# requests resume}} when it answers', {
          underWay: underWay.length,
        })
      : null,
    waiting.length > 0 ? t('{waiting} waiting', { waiting: waiting.length }) : null,
  ].filter((part) => part !== null)
  return (
    <div className={styles.banner}>
      <WifiOff size={16} strokeWidth={1.6} aria-hidden />
      <span>
        {rich('<b>No answer from the service since {time}.</b> Library and receipts work.', {
          time: asOf(since, now),
          b: (chunks) => <b>{chunks}</b>,
        })}{' '}
        {parts.length > 0 ? `${parts.join('; ')}. ` : ''}
        <EngineSentence>{notice}</EngineSentence>
      </span>
      <Button small onClick={() => void loadModels(true)}>
        {t('Try now')}
      </Button>
    </div>
  )
}

/** Lasting conditions, each in a row of its own under the title bar; they push the work down. */
export function Banners(): JSX.Element {
  const snapshot = useApp((app) => app.snapshot)
  const since = useApp((app) => app.unreachableSince)
  const screen = useView((view) => view.screen)
  const offline = since !== null && snapshot?.mode !== 'first-run'
  return (
    <aside className={appStyles.notes} aria-label={t('Conditions')}>
      {snapshot?.mode === 'practice' && <PracticeBanner />}
      {offline && <OfflineBanner since={since} notice={snapshot?.notice ?? null} />}
      {snapshot && <KeyBanner snapshot={snapshot} />}
      {snapshot?.notice && !offline && screen !== 'settings' && (
        <div className={styles.banner}>
          <Info size={16} strokeWidth={1.6} aria-hidden />
          <span>{snapshot.notice}</span>
        </div>
      )}
    </aside>
  )
}
