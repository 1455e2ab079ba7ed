import { type FormEvent, type JSX, useEffect, useId, useState } from 'react'
import type { CapsView } from '../../../contract/app.ts'
import { call, callMain } from '../../bridge/bridge.ts'
import { Button } from '../../components/button.tsx'
import fields from '../../components/field.module.css'
import { FieldProblem } from '../../components/field.tsx'
import { Section } from '../../components/pane.tsx'
import { cx } from '../../format/cx.ts'
import { figure } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { capText, changedCaps, typedCapProblem } from '../../format/typed-caps.ts'
import styles from './skills.module.css'
import type { SkillOrderState } from './use-skill-order.ts'

/** How much of the cap this batch takes, beside the rest of it. */
function Share({ credits, cap }: { credits: number; cap: number }): JSX.Element {
  const part = cap === 0 ? 1 : Math.min(1, credits / cap)
  return (
    <>
      <span className={styles.share} aria-hidden="true">
        <i className={cx(credits > cap && styles.over)} style={{ inlineSize: `${part * 100}%` }} />
      </span>
      <span className="row hint">
        <span>{t('{credits} to send', { credits: figure(credits) })}</span>
        <span className="push">
          {credits > cap
            ? t('{over} over', { over: figure(credits - cap) })
            : t('{left} left', { left: figure(cap - credits) })}
        </span>
      </span>
    </>
  )
}

/** The cap of one batch, changed where the total stands: Enter sets it. */
function CapForm({ caps, order, onSet }: { caps: CapsView; order: SkillOrderState; onSet: (caps: CapsView) => void }) {
  const id = useId()
  const [text, setText] = useState(capText(caps.batch))
  const problem = typedCapProblem(text)
  const changed = changedCaps(caps, { batch: text, day: capText(caps.day) })
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!isChanged) return
    const answer = await callMain('queue.setCaps', changed)
    if (answer) onSet(answer.value)
  }
  const isChanged = changed !== undefined && Object.keys(changed).length > 0
  const credits = order.price.is === 'known' ? order.price.credits : null
  return (
    <form className={styles.cap} onSubmit={(event) => void save(event)}>
      <div className="row">
        <label htmlFor={id}>{t('Limit for this batch')}</label>
        <span className={cx(fields.field, fields.small, styles.capField, 'push', problem !== null && fields.bad)}>
          <input
            id={id}
            className={fields.input}
            inputMode="decimal"
            value={text}
            placeholder={t('no limit')}
            aria-invalid={problem !== null}
            aria-describedby={problem === null ? undefined : `${id}-problem`}
            onChange={(event) => setText(event.target.value)}
          />
          <span className="hint">{t('cr')}</span>
        </span>
        {isChanged && (
          <Button small type="submit">
            {t('Set')}
          </Button>
        )}
      </div>
      <FieldProblem id={`${id}-problem`} message={problem} />
      {caps.batch !== null && credits !== null && <Share credits={credits} cap={caps.batch} />}
      {caps.batch !== null && <span className="hint">{t('Nothing is sent past the limit.')}</span>}
    </form>
  )
}

export function BatchCap({ order }: { order: SkillOrderState }): JSX.Element | null {
  const [caps, setCaps] = useState<CapsView | null>(null)
  const quoteId = order.quote?.id ?? null
  // Orders and other windows move them: read again with every new quote.
  useEffect(() => {
    let current = true
    void call('queue.caps', undefined).then((answer) => {
      if (current && answer.ok) setCaps(answer.value)
    })
    return () => {
      current = false
    }
  }, [quoteId])
  if (caps === null) return null
  return (
    <Section>
      <CapForm
        key={`${caps.batch}`}
        caps={caps}
        order={order}
        onSet={(next) => {
          setCaps(next)
          order.again()
        }}
      />
    </Section>
  )
}
