import { RefreshCw } from 'lucide-react'
import { type JSX, useEffect, useState } from 'react'
import type { CallInput } from '../../../contract/ipc.ts'
import type { UpdatesView } from '../../../contract/updates.ts'
import { call } from '../../bridge/bridge.ts'
import { EngineSentence } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { Note } from '../../components/note.tsx'
import { Switch } from '../../components/switch.tsx'
import { madeAt } from '../../format/format.ts'
import { apart, t } from '../../format/messages.ts'
import { Card } from './card.tsx'
import { NewerVersion } from './newer-version.tsx'
import styles from './settings.module.css'

/** What the switch leads to, by how this copy was installed. */
function switchNote(installs: UpdatesView['installs']): string {
  if (installs === 'never')
    return t('Once a day. This copy can’t update itself: you are notified, and nothing is downloaded.')
  return installs === 'on-quit'
    ? t('Once a day. Updates are installed when you close Printroom, never while a request is unfinished.')
    : t('Once a day. Updates are installed when you choose, never while a request is unfinished.')
}

function addressNote({ from }: UpdatesView): string {
  if (from === 'package') return t('This copy came with this address. Enter another to use that instead.')
  return from === 'settings'
    ? t('Only updates signed by this copy’s maker are installed.')
    : t('This copy came without one, so updates are not checked. Ask whoever supplied Printroom.')
}

type Change = CallInput<'updates.set'>

interface AddressFormProps {
  view: UpdatesView
  problem: string | null
  /** Whether it was taken. */
  onChange: (change: Change) => Promise<boolean>
}

function AddressForm({ view, problem, onChange }: AddressFormProps): JSX.Element {
  const [typed, setTyped] = useState<string | null>(null)
  const use = async (address: string | null): Promise<void> => {
    if (await onChange({ address })) setTyped(null)
  }
  return (
    <form
      className={styles.keyRow}
      onSubmit={(event) => {
        event.preventDefault()
        if (typed !== null) void use(typed.trim() === '' ? null : typed)
      }}
    >
      <TextField
        label={t('Update address')}
        aside={t('https')}
        placeholder="https://"
        spellCheck={false}
        autoComplete="off"
        value={typed ?? view.address ?? ''}
        problem={problem}
        note={addressNote(view)}
        onText={setTyped}
      />
      {typed === null && view.from === 'settings' ? (
        <Button look="quiet" onClick={() => void use(null)}>
          {t('Reset')}
        </Button>
      ) : (
        <Button type="submit" disabled={typed === null || typed.trim() === (view.address ?? '')}>
          {t('Use')}
        </Button>
      )}
    </form>
  )
}

interface FoundProps {
  view: UpdatesView
  version: string
  onView: (view: UpdatesView) => void
}

/** What the last look found, and looking anew. */
function Found({ view, version, onView }: FoundProps): JSX.Element {
  const check = async (): Promise<void> => {
    const answer = await call('updates.check', undefined)
    if (answer.ok) onView(answer.value)
  }
  const install = async (wanted: boolean): Promise<void> => {
    const answer = await call('updates.install', { wanted })
    if (answer.ok) onView(answer.value)
  }
  return (
    <>
      {view.state !== 'downloading' && (
        <div className="row">
          <Button disabled={view.state === 'looking'} onClick={() => void check()}>
            <RefreshCw size={14} strokeWidth={1.75} aria-hidden />
            {view.state === 'looking' ? t('Looking…') : t('Check now')}
          </Button>
          <span className="hint" role="status">
            {standing(view, version)}
          </span>
        </div>
      )}
      {view.problem !== null && (
        <Note tone="attention">
          <EngineSentence>{view.problem}</EngineSentence>
        </Note>
      )}
      {view.notInstalled !== null && <NotInstalled {...view.notInstalled} />}
      {view.found !== null && (
        <NewerVersion view={view} found={view.found} onInstall={(wanted) => void install(wanted)} />
      )}
    </>
  )
}

/** Newer versions of the app itself: where they come from, whether it looks by itself, and what it found. */
export function UpdatesCard({ version }: { version: string }): JSX.Element {
  const [view, setView] = useState<UpdatesView | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const stop = window.printroom.on('updates.changed', setView)
    void call('updates.view', undefined).then((answer) => answer.ok && setView(answer.value))
    return stop
  }, [])
  const change = async (input: Change): Promise<boolean> => {
    const answer = await call('updates.set', input)
    setProblem(answer.ok ? null : apart(answer.message))
    if (answer.ok) setView(answer.value)
    return answer.ok
  }
  return (
    <Card title={t('Updates')} section="updates">
      <p className="soft">
        {t(
          'Updates come from this address only. It sees that a Printroom on your network asks, and nothing about your key, credits or work.',
        )}
      </p>
      {view !== null && (
        <>
          <AddressForm view={view} problem={problem} onChange={change} />
          {view.address !== null && (
            <>
              <Switch
                label={
                  view.installs === 'never'
                    ? t('Check for updates automatically')
                    : t('Check for and download updates automatically')
                }
                on={view.on}
                note={switchNote(view.installs)}
                onChange={(on) => void change({ on })}
              />
              <Found view={view} version={version} onView={setView} />
            </>
          )}
        </>
      )}
    </Card>
  )
}

/** Of the last time that the app was closed. */
function NotInstalled({ version, words }: NonNullable<UpdatesView['notInstalled']>): JSX.Element {
  return (
    <Note tone="attention">
      {t('Printroom {version} was not installed when you closed Printroom.', { version })}{' '}
      <EngineSentence>{words}</EngineSentence>{' '}
      {t('It is tried again after the next check. If that fails too, get it where you got this copy.')}
    </Note>
  )
}

/** What the last look said, while there is nothing newer. */
function standing({ state, found, checkedAt, problem }: UpdatesView, version: string): string | null {
  if (state === 'ready' && problem === null && checkedAt !== null)
    return t('Last checked: {when}.', { when: madeAt(checkedAt, Date.now()) })
  if (state !== 'idle' || found !== null || problem !== null) return null
  if (checkedAt === null) return t('You have {version}.', { version })
  return t('You have {version}, the newest. Last checked: {when}.', { version, when: madeAt(checkedAt, Date.now()) })
}
