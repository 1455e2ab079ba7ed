import { type FormEvent, type JSX, useState } from 'react'
import type { CapsView } from '../../../contract/app.ts'
import { raisesCaps } from '../../../domain/quote/cap.ts'
import { call, callMain } from '../../bridge/bridge.ts'
import { useNotices } from '../../bridge/notices-store.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { capWords } from '../../format/cap-words.ts'
import { t } from '../../format/messages.ts'
import { capText, changedCaps, typedCapProblem } from '../../format/typed-caps.ts'
import { parseSum } from '../../format/typed-sum.ts'
import { useFollowing } from '../../hooks/use-following.ts'
import { useApp } from '../../stores/app-store.ts'
import { takeSnapshot } from '../../stores/mirror.ts'
import { Card } from './card.tsx'
import styles from './settings.module.css'

function CapsForm({ caps, onSet }: { caps: CapsView; onSet: (caps: CapsView) => void }): JSX.Element {
  // A field that nobody wrote in follows the caps, which may be set elsewhere meanwhile.
  const [typed, setTyped] = useState<{ day?: string; batch?: string }>({})
  const { day = capText(caps.day), batch = capText(caps.batch) } = typed
  const changed = changedCaps(caps, { day, batch })
  const isIdle = changed === undefined || Object.keys(changed).length === 0
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isIdle) return
    const answer = await call('queue.setCaps', changed)
    const { say } = useNotices.getState()
    if (!answer.ok) return say({ tone: 'fault', message: answer.message, said: true })
    onSet(answer.value)
    // What was written on meanwhile stays.
    setTyped((now) => (now === typed ? {} : now))
    const isMore = raisesCaps(caps, changed)
    say({
      tone: 'plain',
      message: isMore ? t('Limits saved. Paused orders that fit will resume.') : t('Limits saved.'),
    })
  }
  return (
    <form className={styles.caps} onSubmit={(event) => void save(event)} noValidate>
      <TextField
        label={t('Per 24 hours')}
        aside={t('credits')}
        placeholder={t('no limit')}
        inputMode="decimal"
        value={day}
        problem={typedCapProblem(day)}
        onText={(day) => setTyped({ ...typed, day })}
      />
      <TextField
        label={t('Per order')}
        aside={t('credits')}
        placeholder={t('no limit')}
        inputMode="decimal"
        value={batch}
        problem={typedCapProblem(batch)}
        onText={(batch) => setTyped({ ...typed, batch })}
      />
      <Button type="submit" aria-disabled={isIdle}>
        {t('Set')}
      </Button>
    </form>
  )
}

/** Above it main asks in a dialog of the system, and raising it is asked about there too. */
function AskAboveForm(): JSX.Element {
  const [typed, setTyped] = useState<string | null>(null)
  const askAbove = useApp(({ snapshot }) => snapshot?.askAbove ?? 0)
  const text = typed ?? String(askAbove)
  const credits = parseSum(text)
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (credits === null || credits === askAbove) return
    const answer = await callMain('app.setAskAbove', { credits })
    if (!answer) return
    takeSnapshot(answer.value)
    setTyped(null)
  }
  return (
    <form className={styles.keyRow} onSubmit={(event) => void save(event)} noValidate>
      <TextField
        label={t('Confirm orders above')}
        aside={t('credits')}
        inputMode="decimal"
        value={text}
        problem={credits === null ? t('Enter a number of credits.') : null}
        note={t('Per order. A system dialog asks, which nothing in this window can answer.')}
        onText={setTyped}
      />
      <Button type="submit" aria-disabled={credits === null || credits === askAbove}>
        {t('Change')}
      </Button>
    </form>
  )
}

/** What may be spent at most; the engine refuses what goes over. */
export function CapsCard(): JSX.Element {
  const [caps, setCaps] = useFollowing('queue.caps')
  return (
    <Card title={t('Spending')} section="spending">
      <p className="soft">
        {t(
          'Orders over a limit are not sent; queued requests over one ask you first. Held credits belong to approved requests that are still pending.',
        )}
      </p>
      {caps && (
        <>
          <CapsForm caps={caps} onSet={setCaps} />
          <AskAboveForm />
          <p className="hint">{t('The last 24 hours: {held}.', { held: capWords(caps) })}</p>
        </>
      )}
      <p className="hint">{t('Paid requests are sent two at a time, to stay within the service’s rate limits.')}</p>
    </Card>
  )
}
