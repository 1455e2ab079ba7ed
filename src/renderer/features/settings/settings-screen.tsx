import { FlaskConical, KeyRound } from 'lucide-react'
import { type JSX, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { AppSnapshot, RequestView } from '../../../contract/views.ts'
import { isEndState } from '../../../domain/request/states.ts'
import { ask, call } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { Note } from '../../components/note.tsx'
import { Pairs } from '../../components/pairs.tsx'
import pane from '../../components/pane.module.css'
import { Segmented } from '../../components/segmented.tsx'
import { plural } from '../../lib/format.ts'
import { useApp } from '../../stores/app-store.ts'
import { takeSnapshot } from '../../stores/mirror.ts'
import { useRequests } from '../../stores/requests-store.ts'
import { startPractice } from '../../stores/start-practice.ts'
import { AccountForm } from './account-form.tsx'
import { KeyForm } from './key-form.tsx'
import styles from './settings.module.css'

function Card({ title, children }: { title: string; children: ReactNode }): JSX.Element {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 className="title" id={id}>
        {title}
      </h2>
      {children}
    </section>
  )
}

const keyPlaces: Record<AppSnapshot['key']['where'], string> = {
  none: 'No key',
  keychain: 'In the keychain',
  session: 'For this session only',
  environment: 'From the environment',
  practice: 'Practice issues its own',
  unreadable: 'Cannot be read',
}

type KeyView = AppSnapshot['key']

const countOpen = (requests: readonly RequestView[]): number =>
  requests.filter((request) => !isEndState(request.state)).length

const keyTone = ({ where, checked }: KeyView): 'plain' | 'attention' | 'fault' => {
  if (where === 'unreadable') return 'fault'
  return where === 'session' || checked === 'unchecked' ? 'attention' : 'plain'
}

/** What happens to the key when it is forgotten, in numbers. */
function forgetWords({ open }: KeyView): string {
  if (open === 0) return 'Nothing can be sent until there is a key again. The library and the receipts stay.'
  return `${plural(open, 'open request')} ${open === 1 ? 'belongs' : 'belong'} to it. It stays held for them alone, to look them up and bring them home, and goes when the last of them has ended. Nothing else can be sent until there is a key again.`
}

function dropWords({ open, others }: KeyView): string {
  const all = others.reduce((sum, other) => sum + other.open, open)
  return `${plural(all, 'open request')} cannot come home until the same ${others.length > 0 ? 'keys are' : 'key is'} set again: a Skill run can be read with no other. Their receipts stay.`
}

function KeyCard({ snapshot }: { snapshot: AppSnapshot }): JSX.Element {
  const { key, mode } = snapshot
  const [asking, setAsking] = useState<'forget' | 'drop' | null>(null)
  const isHeldOn = key.open > 0 || key.others.some((other) => other.where !== 'nowhere')
  useEffect(() => {
    // Which key each open request hangs on is known to the engine alone: asked anew where one came or ended.
    const read = (): void => void call('app.snapshot', undefined).then((now) => now.ok && takeSnapshot(now.value))
    read()
    return useRequests.subscribe((now, before) => {
      if (countOpen(now.all) !== countOpen(before.all)) read()
    })
  }, [])
  const clear = async (all: boolean): Promise<void> => {
    const answer = await ask('key.clear', { all })
    if (answer) takeSnapshot({ ...snapshot, key: answer.value })
  }
  return (
    <Card title="Key">
      <Pairs
        of={[
          { name: 'State', value: keyPlaces[key.where] },
          ...(key.fingerprint === null
            ? []
            : [{ name: 'Fingerprint', value: <code className="mono">{key.fingerprint}</code> }]),
          ...(key.open === 0 ? [] : [{ name: 'Open requests', value: key.open }]),
        ]}
      />
      <Note tone={keyTone(key)}>{key.words}</Note>
      {key.others.map((other) => (
        <Note key={other.fingerprint} tone={other.where === 'keychain' && !other.isRefused ? 'plain' : 'attention'}>
          {other.words}
        </Note>
      ))}
      {mode === 'service' && key.where !== 'environment' && (
        <>
          <KeyForm snapshot={snapshot} />
          <div className="row">
            {key.where !== 'none' && (
              <Button look="destructive" onClick={() => setAsking('forget')}>
                <KeyRound size={14} strokeWidth={1.75} aria-hidden />
                Forget the key…
              </Button>
            )}
            {isHeldOn && (
              <Button look="destructive" onClick={() => setAsking('drop')}>
                Forget every key at once…
              </Button>
            )}
          </div>
        </>
      )}
      <Confirm
        open={asking === 'forget'}
        title="Forget the key?"
        keep="Keep it"
        act="Forget the key"
        onAct={() => void clear(false)}
        onClose={() => setAsking(null)}
      >
        {forgetWords(key)}
      </Confirm>
      <Confirm
        open={asking === 'drop'}
        title="Forget every key at once?"
        keep="Keep them"
        act="Forget every key"
        onAct={() => void clear(true)}
        onClose={() => setAsking(null)}
      >
        {dropWords(key)}
      </Confirm>
    </Card>
  )
}

const themes = [
  { value: 'system', words: 'System' },
  { value: 'light', words: 'Light' },
  { value: 'dark', words: 'Dark' },
] as const

function ServiceCard({ snapshot }: { snapshot: AppSnapshot }): JSX.Element {
  const practice = snapshot.mode === 'practice'
  const [changing, setChanging] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const closing = useRef(false)
  const close = (): void => {
    closing.current = true
    setChanging(false)
  }
  useEffect(() => {
    // The form went with the focus in it.
    if (!changing && closing.current) opener.current?.focus()
    closing.current = false
  }, [changing])
  return (
    <Card title="Service">
      {snapshot.mode !== 'first-run' && (
        <Pairs
          of={[
            { name: 'Address', value: practice ? 'practice, inside this computer' : snapshot.service },
            {
              name: 'Answers',
              value: { unknown: 'Not asked yet', reachable: 'Yes', unreachable: 'No answer at the last look' }[
                snapshot.connection
              ],
            },
          ]}
        />
      )}
      {snapshot.notice !== null && <Note tone="attention">{snapshot.notice}</Note>}
      <p className="soft">
        {snapshot.mode === 'service'
          ? 'Another address means another key. Receipts and uploads of this service stay with it and are never sent elsewhere.'
          : 'To use a real account, give the address of the service and the key it issued.'}
      </p>
      {snapshot.mode === 'first-run' || changing ? (
        <>
          <AccountForm onKept={close} />
          {snapshot.mode !== 'first-run' && (
            <div>
              <Button look="quiet" onClick={close}>
                {practice ? 'Stay in practice' : 'Keep this service'}
              </Button>
            </div>
          )}
        </>
      ) : (
        <div>
          <Button ref={opener} onClick={() => setChanging(true)}>
            {practice ? 'Use my account…' : 'Use another service…'}
          </Button>
        </div>
      )}
    </Card>
  )
}

function PracticeCard({ snapshot }: { snapshot: AppSnapshot }): JSX.Element {
  const practice = snapshot.mode === 'practice'
  return (
    <Card title="Practice">
      {practice ? (
        <p className="row soft">
          <FlaskConical size={16} strokeWidth={1.6} className="attention" aria-hidden />
          Practice is on. It ends when you give a service address and a key above.
        </p>
      ) : (
        <>
          <p className="soft">
            A complete service inside this computer, with a library and receipts of its own. It makes real pictures, its
            credits are not money, and nothing leaves the machine.
          </p>
          <div>
            <Button onClick={() => void startPractice()}>Start practising, no key, no money</Button>
          </div>
        </>
      )}
    </Card>
  )
}

export function SettingsScreen(): JSX.Element | null {
  const snapshot = useApp((app) => app.snapshot)
  if (!snapshot) return null
  const choose = async (theme: AppSnapshot['theme']): Promise<void> => {
    const answer = await ask('app.setTheme', { theme })
    if (answer) takeSnapshot(answer.value)
  }
  const { folders } = snapshot
  return (
    <section className={styles.screen} aria-label="Settings">
      <div className={pane.toolbar}>
        <h1 className="title">Settings</h1>
      </div>
      <div className={pane.scroll}>
        <div className={styles.page}>
          <ServiceCard snapshot={snapshot} />
          <KeyCard snapshot={snapshot} />
          <PracticeCard snapshot={snapshot} />
          <Card title="Appearance">
            <div>
              <Segmented
                label="Theme"
                options={themes}
                value={snapshot.theme}
                onChoose={(theme) => void choose(theme)}
              />
            </div>
            <p className="hint">Contrast and motion follow the system's own settings.</p>
          </Card>
          <Card title="Folders">
            <dl className={`${styles.folders} selectable`}>
              <dt>Library</dt>
              <dd>{folders.library}</dd>
              <dt>Database</dt>
              <dd>{folders.database}</dd>
              <dt>Journal</dt>
              <dd>{folders.journal}</dd>
              <dt>Everything</dt>
              <dd>{folders.home}</dd>
            </dl>
          </Card>
          <p className="hint">Printroom {snapshot.version}</p>
        </div>
      </div>
    </section>
  )
}
