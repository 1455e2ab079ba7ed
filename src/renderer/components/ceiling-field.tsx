import { type JSX, useId } from 'react'
import { cx } from '../format/cx.ts'
import { t } from '../format/messages.ts'
import fields from './field.module.css'
import { FieldLabel, FieldNote, FieldProblem } from './field.tsx'
import type { Ceiling } from './use-ceiling.ts'

/** “Pay at most … credits”, beside the button, where a price cannot be read and the service holds the order to it. */
export function CeilingField({ ceiling }: { ceiling: Ceiling }): JSX.Element | null {
  const id = useId()
  if (!ceiling.isAsked) return null
  const { requests, text, setText, problem } = ceiling
  return (
    <div>
      <FieldLabel label={t('Pay up to')} htmlFor={id} />
      <div className={cx(fields.field, problem !== null && fields.bad)}>
        <input
          id={id}
          className={fields.input}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-note`}
          onChange={(event) => setText(event.target.value)}
        />
        <span className="hint">{t('credits')}</span>
      </div>
      <div id={`${id}-note`}>
        {problem === null ? (
          <FieldNote>
            {requests === 1
              ? t('The service checks this before starting. Nothing that costs more is started.')
              : t('For all {requests} together, in equal parts. The service checks it before starting each.', {
                  requests,
                })}
          </FieldNote>
        ) : (
          <FieldProblem message={problem} />
        )}
      </div>
    </div>
  )
}
