import { FlaskConical } from 'lucide-react'
import { type JSX, useEffect, useRef, useState } from 'react'
import type { AppSnapshot } from '../../../contract/app.ts'
import { AsGiven, EngineSentence } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { Note } from '../../components/note.tsx'
import { Pairs } from '../../components/pairs.tsx'
import { asOf } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { useApp } from '../../stores/app-store.ts'
import { backToService, startPractice } from '../../stores/start-practice.ts'
import { AccountForm } from './account-form.tsx'
import { Card } from './card.tsx'

function Standing({ snapshot }: { snapshot: AppSnapshot }): JSX.Element {
  const since = useApp((app) => app.unreachableSince)
  return (
    <Pairs
      of={[
        {
          name: t('Address'),
          value:
            snapshot.mode === 'practice' ? t('practice, inside this computer') : <AsGiven>{snapshot.service}</AsGiven>,
        },
        {
          name: t('Connection'),
          value: {
            unknown: t('Not checked yet'),
            reachable: t('Connected'),
            unreachable: t('Not answering since {time}', { time: asOf(since ?? Date.now(), Date.now()) }),
          }[snapshot.connection],
        },
      ]}
    />
  )
}

/** Which service the app works with. */
export function ServiceCard({ snapshot }: { snapshot: AppSnapshot }): JSX.Element {
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
    <Card title={t('Service')} section="service">
      {snapshot.mode !== 'first-run' && <Standing snapshot={snapshot} />}
      {snapshot.notice !== null && (
        <Note tone="attention">
          <EngineSentence>{snapshot.notice}</EngineSentence>
        </Note>
      )}
      <p className="soft">
        {snapshot.mode === 'service'
          ? t('Another service needs another key. Receipts and uploads of this service stay with it.')
          : t('To use your account, enter the service’s address and key.')}
      </p>
      {snapshot.leftServices.length > 0 && (
        <div className="row">
          {snapshot.leftServices.map((address) => (
            <Button key={address} onClick={() => void backToService(address)}>
              {t('Back to {address}', { address })}
            </Button>
          ))}
        </div>
      )}
      {snapshot.mode === 'first-run' || changing ? (
        <>
          <AccountForm onKept={close} />
          {snapshot.mode !== 'first-run' && (
            <div>
              <Button look="quiet" onClick={close}>
                {practice ? t('Stay in practice') : t('Keep this service')}
              </Button>
            </div>
          )}
        </>
      ) : (
        <div>
          <Button ref={opener} onClick={() => setChanging(true)}>
            {practice ? t('Use my account…') : t('Use another service…')}
          </Button>
        </div>
      )}
    </Card>
  )
}

/** The way into practice, and what it is. */
export function PracticeCard({ snapshot }: { snapshot: AppSnapshot }): JSX.Element {
  const practice = snapshot.mode === 'practice'
  return (
    <Card title={t('Practice')} section="practice">
      {practice ? (
        <p className="row soft">
          <FlaskConical size={16} strokeWidth={1.6} className="attention" aria-hidden />
          {t('Practice mode is on. It ends when you connect above.')}
        </p>
      ) : (
        <>
          <p className="soft">
            {t(
              'A complete service inside this computer, with its own library and receipts. Pictures are real files, credits are not money, and nothing leaves this computer.',
            )}
          </p>
          <div>
            <Button onClick={() => void startPractice()}>{t('Start practising, no key, no money')}</Button>
          </div>
        </>
      )}
    </Card>
  )
}
