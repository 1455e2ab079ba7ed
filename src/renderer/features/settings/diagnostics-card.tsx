import { type JSX, useEffect, useState } from 'react'
import { call, callMain } from '../../bridge/bridge.ts'
import { useNotices } from '../../bridge/notices-store.ts'
import { Button } from '../../components/button.tsx'
import { Switch } from '../../components/switch.tsx'
import { t } from '../../format/messages.ts'
import { Card } from './card.tsx'
import styles from './settings.module.css'

/** What is saved for somebody who helps: shown word for word before it is. */
export function DiagnosticsCard(): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  const [withPrompts, setWithPrompts] = useState(false)
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    if (!isOpen) return
    let isCurrent = true
    void call('diagnostics.read', { withPrompts }).then((answer) => {
      if (isCurrent) setText(answer.ok ? answer.value.text : answer.message)
    })
    return () => {
      isCurrent = false
    }
  }, [isOpen, withPrompts])
  const save = async (): Promise<void> => {
    const answer = await callMain('diagnostics.save', { withPrompts })
    if (answer?.value)
      useNotices.getState().say({ tone: 'plain', message: t('Saved: {path}', { path: answer.value.path }) })
  }
  return (
    <Card title={t('Diagnostics')} section="diagnostics">
      <p className="soft">
        {t(
          'For support: versions, states, times and job ids of recent requests. Never a key or a picture. Nothing is sent; you review the file before saving it.',
        )}
      </p>
      {isOpen ? (
        <>
          <Switch
            label={t('With prompts, file names and the service’s own words')}
            on={withPrompts}
            note={t('These can reveal what you work on.')}
            onChange={setWithPrompts}
          />
          <textarea
            className={styles.preview}
            readOnly
            spellCheck={false}
            aria-label={t('What will be saved')}
            value={text ?? t('Reading…')}
          />
          <div className="row">
            <Button onClick={() => void save()} disabled={text === null}>
              {t('Save…')}
            </Button>
            <Button look="quiet" onClick={() => setOpen(false)}>
              {t('Close')}
            </Button>
          </div>
        </>
      ) : (
        <div>
          <Button onClick={() => setOpen(true)}>{t('Show what would be saved')}</Button>
        </div>
      )}
    </Card>
  )
}
