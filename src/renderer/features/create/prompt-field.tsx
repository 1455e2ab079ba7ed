import { List, Type } from 'lucide-react'
import { type JSX, useId } from 'react'
import { alternatives } from '../../../domain/prompts/alternatives.ts'
import { Button } from '../../components/button.tsx'
import { FieldNote, TextArea } from '../../components/field.tsx'
import { figure } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { useCreate } from '../../stores/create-store.ts'
import styles from './create.module.css'
import { HistoryMenu } from './history-menu.tsx'
import { ManyEditor } from './many-editor.tsx'
import type { CreateOrder } from './use-create-order.ts'

function OnePrompt({ id, order }: { id: string; order: CreateOrder }): JSX.Element {
  const form = useCreate((create) => create.form)
  const change = useCreate((create) => create.change)
  const ways = alternatives(form.prompt).count
  return (
    <>
      <TextArea
        id={id}
        name="prompt"
        rows={5}
        placeholder={
          form.media === 'video'
            ? t('Describe the action, viewpoint and camera movement')
            : t('Describe the subject, viewpoint and lighting')
        }
        value={form.prompt}
        problem={form.prompt.trim() === '' ? null : order.problemOf('prompt')}
        onText={(prompt) => change({ prompt })}
      />
      {form.prompt.length > 500 && (
        <FieldNote>
          {t('{count, plural, one {# character} other {# characters}}', { count: form.prompt.length })}
        </FieldNote>
      )}
      {ways > 1 && (
        <FieldNote>
          {t('Braces are sent as text.')}{' '}
          <button
            type="button"
            className="text-link"
            onClick={() => change({ many: 'lines', lines: form.prompt.replace(/\s*\n\s*/g, ' ') })}
          >
            {Number.isFinite(ways) ? t('Make all {ways} variations', { ways: figure(ways) }) : t('Make all variations')}
          </button>
        </FieldNote>
      )}
    </>
  )
}

/** The prompt, or many of them; what was ordered before is at hand. */
export function PromptField({ order }: { order: CreateOrder }): JSX.Element {
  const many = useCreate((create) => create.form.many)
  const change = useCreate((create) => create.change)
  const id = useId()
  const toMany = (): void => {
    const { form } = useCreate.getState()
    // What was written is the first line, unless lines were written before.
    change({ many: 'lines', lines: form.lines === '' ? form.prompt.replace(/\s*\n\s*/g, ' ') : form.lines })
  }
  return (
    <div>
      <div className={styles.promptHead}>
        <label htmlFor={id}>{many === 'off' ? t('Prompt') : t('Prompts')}</label>
        <span className="row push tight">
          <HistoryMenu />
          {many === 'off' ? (
            <Button look="quiet" small onClick={toMany}>
              <List size={14} strokeWidth={1.75} aria-hidden />
              {t('Batch')}
            </Button>
          ) : (
            <Button look="quiet" small onClick={() => change({ many: 'off' })}>
              <Type size={14} strokeWidth={1.75} aria-hidden />
              {t('One prompt')}
            </Button>
          )}
        </span>
      </div>
      {many === 'off' ? <OnePrompt id={id} order={order} /> : <ManyEditor id={id} order={order} />}
    </div>
  )
}
