import { type JSX, useId } from 'react'
import { Button } from '../../components/button.tsx'
import fields from '../../components/field.module.css'
import { FieldProblem } from '../../components/field.tsx'
import { Section } from '../../components/pane.tsx'
import { cx } from '../../format/cx.ts'
import { figure } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
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

/** The limit of an order, where its total stands: it counts from Enter on, and from when its field is left. */
export function BatchCap({ order }: { order: SkillOrderState }): JSX.Element | null {
  const id = useId()
  const { caps, text, setText, isOpen, problem, take } = order.limit
  if (caps === null) return null
  const credits = order.price.is === 'known' ? order.price.credits : null
  return (
    <Section>
      <form
        className={styles.cap}
        onSubmit={(event) => {
          event.preventDefault()
          take()
        }}
      >
        <div className="row">
          <label htmlFor={id}>{t('Limit per order')}</label>
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
              onBlur={({ currentTarget }) => {
                // Still the focused one where the whole window was left, which is no leaving of the field.
                if (document.activeElement !== currentTarget) take()
              }}
            />
            <span className="hint">{t('cr')}</span>
          </span>
          {isOpen && (
            <Button small type="submit">
              {t('Set')}
            </Button>
          )}
        </div>
        <FieldProblem id={`${id}-problem`} message={problem} />
        {caps.batch !== null && credits !== null && <Share credits={credits} cap={caps.batch} />}
        {caps.batch !== null && (
          <span className="hint">{t('For every order, in Create too. Nothing is sent past it.')}</span>
        )}
      </form>
    </Section>
  )
}
