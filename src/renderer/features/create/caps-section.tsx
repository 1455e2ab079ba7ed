import { type FormEvent, type JSX, useCallback, useEffect, useId, useState } from 'react'
import { Button as AriaButton, DialogTrigger, Popover } from 'react-aria-components'
import type { CapsView } from '../../../contract/app.ts'
import { call, callMain } from '../../bridge/bridge.ts'
import { Button } from '../../components/button.tsx'
import fields from '../../components/field.module.css'
import { FieldProblem } from '../../components/field.tsx'
import { Lines } from '../../components/lines.tsx'
import { Section } from '../../components/pane.tsx'
import popover from '../../components/popover.module.css'
import { cx } from '../../format/cx.ts'
import { figure } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { capText, changedCaps, typedCapProblem } from '../../format/typed-caps.ts'
import styles from './picker.module.css'

/** Caps of this service, read again with every new quote, since orders and other windows move them. */
function useCaps(quoteId: string | null): [CapsView | null, (caps: CapsView) => void] {
  const [caps, setCaps] = useState<CapsView | null>(null)
  const take = useCallback((next: CapsView) => setCaps(next), [])
  useEffect(() => {
    let current = true
    void call('queue.caps', undefined).then((answer) => {
      if (current && answer.ok) setCaps(answer.value)
    })
    return () => {
      current = false
    }
  }, [quoteId])
  return [caps, take]
}

interface CapFieldProps {
  label: string
  value: string
  onText: (text: string) => void
}

function CapField({ label, value, onText }: CapFieldProps): JSX.Element {
  const id = useId()
  const problem = typedCapProblem(value)
  const isBad = problem !== null
  return (
    <div>
      <label className={fields.label} htmlFor={id}>
        {label}
      </label>
      <div className={cx(fields.field, fields.small, isBad && fields.bad)}>
        <input
          id={id}
          className={fields.input}
          inputMode="decimal"
          value={value}
          placeholder={t('no limit')}
          aria-invalid={isBad}
          aria-describedby={isBad ? `${id}-problem` : undefined}
          onChange={(event) => onText(event.target.value)}
        />
        <span className="hint">{t('credits')}</span>
      </div>
      <FieldProblem id={`${id}-problem`} message={problem} />
    </div>
  )
}

function CapsForm({ caps, onSet }: { caps: CapsView; onSet: (caps: CapsView) => void }): JSX.Element {
  // New quotes read the caps again underneath.
  const [opened] = useState(caps)
  const [batch, setBatch] = useState(capText(caps.batch))
  const [day, setDay] = useState(capText(caps.day))
  const changed = changedCaps(opened, { batch, day })
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (changed === undefined) return
    const answer = await callMain('queue.setCaps', changed)
    if (answer) onSet(answer.value)
  }
  return (
    <form className={styles.capsForm} onSubmit={(event) => void save(event)}>
      <CapField label={t('Per order')} value={batch} onText={setBatch} />
      <CapField label={t('Per 24 hours')} value={day} onText={setDay} />
      <p className="hint">{t('Orders over a limit are not sent. Limits also apply in the terminal.')}</p>
      <Button small wide type="submit" disabled={changed === undefined}>
        {t('Set')}
      </Button>
    </form>
  )
}

function capLines({ day, batch, spent, reserved, left }: CapsView): { label: string; amount: string }[] {
  const used = spent === null || reserved === null ? null : spent + reserved
  return [
    ...(batch === null ? [] : [{ label: t('Limit per order'), amount: figure(batch) }]),
    ...(day === null
      ? []
      : [
          {
            label: t('Daily limit, {used} of {day} used', {
              used: used === null ? t('unknown') : figure(used),
              day: figure(day),
            }),
            amount: left === null ? t('unknown') : t('{left} left', { left: figure(left) }),
          },
        ]),
  ]
}

/** What may be spent at most, and where that stands. */
export function CapsSection({
  quoteId,
  onChanged,
}: {
  quoteId: string | null
  onChanged: () => void
}): JSX.Element | null {
  const [caps, setCaps] = useCaps(quoteId)
  const [open, setOpen] = useState(false)
  if (caps === null) return null
  const lines = capLines(caps)
  return (
    <Section>
      {lines.length > 0 && <Lines lines={lines} />}
      <div className="row">
        {lines.length === 0 && <span className="hint">{t('No spending limit.')}</span>}
        <DialogTrigger isOpen={open} onOpenChange={setOpen}>
          <AriaButton className="text-link push">
            {lines.length === 0 ? t('Set a limit') : t('Change limits')}
          </AriaButton>
          <Popover
            aria-label={t('Spending limits')}
            className={cx(popover.popover, styles.picker, styles.narrow)}
            placement="top end"
            offset={6}
          >
            <CapsForm
              caps={caps}
              onSet={(next) => {
                setCaps(next)
                setOpen(false)
                onChanged()
              }}
            />
          </Popover>
        </DialogTrigger>
      </div>
    </Section>
  )
}
