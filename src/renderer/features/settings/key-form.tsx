import { Lock } from 'lucide-react'
import { type FormEvent, type JSX, useState } from 'react'
import type { AppSnapshot } from '../../../contract/views.ts'
import { call } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { takeSnapshot } from '../../stores/mirror.ts'
import styles from './settings.module.css'

/** A new key for the same service. What was typed is gone from the window once it was handed over. */
export function KeyForm({ snapshot }: { snapshot: AppSnapshot }): JSX.Element {
  const [key, setKey] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const keep = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (key.trim() === '') return
    const answer = await call('key.set', { key: key.trim() })
    setKey('')
    setProblem(answer.ok ? null : answer.message)
    if (answer.ok) takeSnapshot({ ...snapshot, key: answer.value })
  }
  return (
    <form className={styles.keyRow} onSubmit={(event) => void keep(event)}>
      <TextField
        label={snapshot.key.where === 'none' ? 'Key' : 'Another key'}
        aside="begins with svc_sk_"
        type="password"
        autoComplete="off"
        spellCheck={false}
        mono
        icon={Lock}
        value={key}
        problem={problem}
        onText={setKey}
      />
      <Button type="submit" disabled={key.trim() === ''}>
        Check and keep
      </Button>
    </form>
  )
}
