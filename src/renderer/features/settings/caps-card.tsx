import { type FormEvent, type JSX, useState } from 'react'
import type { CapsView } from '../../../contract/views.ts'
import { call } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { capWords } from '../../lib/cap-words.ts'
import { t } from '../../lib/messages.ts'
import { useCaps } from '../../lib/use-caps.ts'
import { useNotices } from '../../stores/notices-store.ts'
import { Card } from './card.tsx'
import styles from './settings.module.css'

/** Empty: no cap. Undefined: not a sum. */
function sumIn(text: string): number | null | undefined {
  const plain = text.trim().replace(',', '.')
  if (plain === '') return null
  const sum = Number(plain)
  return Number.isFinite(sum) && sum >= 0 ? sum : undefined
}

const textOf = (sum: number | null): string => (sum === null ? '' : String(sum))
const notASum = (): string => t('Write a number of credits, or leave it empty for no cap.')

function CapsForm({ caps, onSet }: { caps: CapsView; onSet: (caps: CapsView) => void }): JSX.Element {
  const [day, setDay] = useState(textOf(caps.day))
  const [batch, setBatch] = useState(textOf(caps.batch))
  const sums = { day: sumIn(day), batch: sumIn(batch) }
  const isChanged = sums.day !== caps.day || sums.batch !== caps.batch
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (sums.day === undefined || sums.batch === undefined) return
    const answer = await call('queue.setCaps', { day: sums.day, batch: sums.batch })
    const { say } = useNotices.getState()
    if (!answer.ok) return say({ tone: 'fault', words: answer.message, said: true })
    onSet(answer.value)
    say({ tone: 'plain', words: t('The caps are set. What they had stopped and fits now goes on.') })
  }
  return (
    <form className={styles.caps} onSubmit={(event) => void save(event)} noValidate>
      <TextField
        label={t('In any 24 hours')}
        aside={t('credits')}
        placeholder={t('no cap')}
        inputMode="decimal"
        value={day}
        problem={sums.day === undefined ? notASum() : null}
        onText={setDay}
      />
      <TextField
        label={t('For one order')}
        aside={t('credits')}
        placeholder={t('no cap')}
        inputMode="decimal"
        value={batch}
        problem={sums.batch === undefined ? notASum() : null}
        onText={setBatch}
      />
      <Button type="submit" disabled={!isChanged || sums.day === undefined || sums.batch === undefined}>
        {t('Set')}
      </Button>
    </form>
  )
}

/** What may be spent at most; the engine refuses what goes over. */
export function CapsCard(): JSX.Element {
  const [caps, setCaps] = useCaps()
  return (
    <Card title={t('Spending')} section="spending">
      <p className="soft">
        {t(
          'An order over a cap is not sent. What waits and comes to stand over one asks you first. Credits held are those of requests that were approved and are not settled yet.',
        )}
      </p>
      {caps && (
        <>
          <CapsForm key={`${caps.day} ${caps.batch}`} caps={caps} onSet={setCaps} />
          <p className="hint">{t('The last 24 hours: {held}.', { held: capWords(caps) })}</p>
        </>
      )}
      <p className="hint">
        {t(
          'Two paid requests are sent at a time, whatever waits: more would run into limits that the service does not tell.',
        )}
      </p>
    </Card>
  )
}
