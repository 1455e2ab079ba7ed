import { KeyRound } from 'lucide-react'
import { type JSX, useEffect } from 'react'
import type { AppSnapshot } from '../../../contract/app.ts'
import type { RequestView } from '../../../contract/views.ts'
import { isEndState } from '../../../domain/request/states.ts'
import { call, callMain } from '../../bridge/bridge.ts'
import { EngineSentence, given } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { Note } from '../../components/note.tsx'
import { Pairs } from '../../components/pairs.tsx'
import { perLanguage, t } from '../../format/messages.ts'
import { takeSnapshot } from '../../stores/mirror.ts'
import { useRequests } from '../../stores/requests-store.ts'
import { Card } from './card.tsx'
import { KeyForm } from './key-form.tsx'

const keyPlaces = perLanguage(
  (): Record<AppSnapshot['key']['where'], string> => ({
    none: t('No key'),
    keychain: t('In the keychain'),
    session: t('For this session only'),
    environment: t('From the environment'),
    practice: t('Practice issues its own'),
    unreadable: t('Cannot be read'),
  }),
)

type KeyView = AppSnapshot['key']

const countOpen = (requests: readonly RequestView[]): number =>
  requests.filter((request) => !isEndState(request.state)).length

const keyTone = ({ where, checked }: KeyView): 'plain' | 'attention' | 'fault' => {
  if (where === 'unreadable') return 'fault'
  return where === 'session' || checked === 'unchecked' ? 'attention' : 'plain'
}

const KeyFacts = ({ of: key }: { of: KeyView }): JSX.Element => (
  <Pairs
    of={[
      { name: t('State'), value: keyPlaces()[key.where] },
      ...(key.fingerprint === null
        ? []
        : [
            {
              name: t('Fingerprint'),
              value: (
                <code className="mono" {...given}>
                  {key.fingerprint}
                </code>
              ),
            },
          ]),
      ...(key.open === 0 ? [] : [{ name: t('Open requests'), value: key.open }]),
    ]}
  />
)

/** The key: where it is kept, what hangs on it, and how it is replaced or forgotten. */
export function KeyCard({ snapshot }: { snapshot: AppSnapshot }): JSX.Element {
  const { key, mode } = snapshot
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
    const answer = await callMain('key.clear', { all })
    if (answer) takeSnapshot({ ...snapshot, key: answer.value })
  }
  return (
    <Card title={t('Key')} section="key">
      <KeyFacts of={key} />
      <Note tone={keyTone(key)}>
        <EngineSentence>{key.words}</EngineSentence>
      </Note>
      {key.others.map((other) => (
        <Note key={other.fingerprint} tone={other.where === 'keychain' && !other.isRefused ? 'plain' : 'attention'}>
          <EngineSentence>{other.words}</EngineSentence>
        </Note>
      ))}
      {mode === 'service' && (
        <>
          <KeyForm snapshot={snapshot} />
          <div className="row">
            {key.where !== 'none' && (
              <Button look="destructive" onClick={() => void clear(false)}>
                <KeyRound size={14} strokeWidth={1.75} aria-hidden />
                {t('Remove key…')}
              </Button>
            )}
            {isHeldOn && (
              <Button look="destructive" onClick={() => void clear(true)}>
                {t('Remove all keys…')}
              </Button>
            )}
          </div>
        </>
      )}
    </Card>
  )
}
