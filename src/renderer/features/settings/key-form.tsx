import { Lock } from 'lucide-react'
import { type FormEvent, type JSX, useState } from 'react'
import type { AppSnapshot } from '../../../contract/app.ts'
import { call } from '../../bridge/bridge.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { apart, t } from '../../format/messages.ts'
import { takeSnapshot } from '../../stores/mirror.ts'
import styles from './settings.module.css'

/** A new key for the same service, which is asked whether it takes it. What was typed is gone from the window once it was handed over. */
export function KeyForm({ snapshot }: { snapshot: AppSnapshot }): JSX.Element {
  const [key, setKey] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const { open } = snapshot.key
  const keep = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy || key.trim() === '') return
    setBusy(true)
    const answer = await call('key.set', {
      key: key.trim(),
      ...(snapshot.service === null ? {} : { service: snapshot.service }),
    })
    setBusy(false)
    setProblem(answer.ok ? null : apart(answer.message))
    if (!answer.ok) return
    setKey('')
    takeSnapshot({ ...snapshot, key: answer.value })
  }
  return (
    <form className={styles.keyRow} onSubmit={(event) => void keep(event)}>
      <TextField
        label={snapshot.key.where === 'none' ? t('Key') : t('Another key')}
        aside={t('starts with {start}', { start: 'svc_sk_' })}
        type="password"
        autoComplete="off"
        spellCheck={false}
        mono
        icon={Lock}
        value={key}
        problem={problem}
        note={
          open === 0
            ? undefined
            : t(
                '{open, plural, one {# open request belongs} other {# open requests belong}} to the current key. It is kept for {open, plural, one {that one} other {those}} only, and sends nothing new.',
                { open },
              )
        }
        onText={setKey}
      />
      <Button type="submit" disabled={busy || key.trim() === ''}>
        {busy ? t('Checking…') : t('Connect')}
      </Button>
    </form>
  )
}
