import { FileSpreadsheet } from 'lucide-react'
import { type JSX, useRef } from 'react'
import { useNotices } from '../../bridge/notices-store.ts'
import { EngineSentence } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { FieldNote, FieldProblem, TextArea } from '../../components/field.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { figure } from '../../format/format.ts'
import { apart, t } from '../../format/messages.ts'
import { seenText } from '../../forms/pasted-text.ts'
import { useCreate } from '../../stores/create-store.ts'
import styles from './create.module.css'
import type { CreateOrder } from './use-create-order.ts'

/** More than any table of prompts that one order takes. */
const mostCharacters = 2_000_000

/** Reads a table out of a file; a mistaken one is said and changes nothing. */
async function readTable(file: File): Promise<string | null> {
  const tooLarge = file.size > mostCharacters
  const text = tooLarge ? '' : await file.text().catch(() => '')
  if (!tooLarge && text !== '' && !text.includes('\0')) return seenText(text)
  const message = tooLarge ? t('This file is too large.') : t('This file has no text.')
  useNotices.getState().say({
    tone: 'fault',
    message: t('{name}: {message} Save the table as CSV and choose that.', { name: file.name, message }),
  })
  return null
}

function Summary({ order }: { order: CreateOrder }): JSX.Element | null {
  const count = useCreate((create) => create.form.count)
  const { many } = order
  if (!many) return null
  const requests = many.prompts.length * count
  return (
    <div aria-live="polite">
      {many.problems.map((problem) => (
        <FieldProblem key={problem} message={apart(problem)} />
      ))}
      <FieldProblem message={many.prompts.length > 0 ? order.problemOf('prompt') : null} />
      {many.prompts.length > 0 && (
        <FieldNote>
          {count > 1
            ? t('{prompts, plural, one {# prompt} other {# prompts}} × {count} = {requests} requests', {
                prompts: many.prompts.length,
                count,
                requests: figure(requests),
              })
            : t('{prompts, plural, one {# prompt} other {# prompts}}', { prompts: many.prompts.length })}
          {many.repeated > 0 &&
            `. ${t('{repeated, plural, one {# duplicate} other {# duplicates}} skipped', { repeated: many.repeated })}`}
          .
        </FieldNote>
      )}
      {many.notes.map((note) => (
        <FieldNote key={note}>
          <EngineSentence>{note}</EngineSentence>
        </FieldNote>
      ))}
    </div>
  )
}

/** Many prompts: one a line with alternatives in braces, or a table. */
export function ManyEditor({ id, order }: { id: string; order: CreateOrder }): JSX.Element {
  const form = useCreate((create) => create.form)
  const change = useCreate((create) => create.change)
  const file = useRef<HTMLInputElement>(null)
  const isTable = form.many === 'table'
  return (
    <>
      <div className={styles.manyHead}>
        <Segmented
          label={t('Prompt format')}
          options={[
            { value: 'lines', label: t('One per line') },
            { value: 'table', label: t('Table (CSV)') },
          ]}
          value={isTable ? 'table' : 'lines'}
          onChoose={(many) => change({ many })}
        />
        {isTable && (
          <Button look="quiet" small onClick={() => file.current?.click()}>
            <FileSpreadsheet size={14} strokeWidth={1.75} aria-hidden />
            {t('Choose a file')}
          </Button>
        )}
        <input
          ref={file}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          hidden
          aria-label={t('A file with prompts')}
          onChange={async (event) => {
            const [chosen] = event.target.files ?? []
            event.target.value = ''
            const table = chosen ? await readTable(chosen) : null
            if (table !== null) change({ table })
          }}
        />
      </div>
      <TextArea
        id={id}
        rows={7}
        wrap={isTable ? 'off' : 'soft'}
        style={isTable ? { fontFamily: 'var(--mono)', fontSize: 12 } : undefined}
        maxLength={mostCharacters}
        spellCheck={!isTable}
        placeholder={
          isTable
            ? t('prompt,ratio\n"A \'{colour}\' boat",4:3')
            : t("A '{red|blue}' boat at '{dawn|dusk}'\nThe same harbour in winter")
        }
        value={isTable ? form.table : form.lines}
        onText={(text) => change(isTable ? { table: text } : { lines: text })}
      />
      <Summary order={order} />
      <FieldNote>
        {isTable
          ? t(
              "Name one column “prompt”. Ratio, resolution, quality, tier and duration hold for their row. Any other column fills '{its name}'.",
            )
          : t("Each line is a prompt. '{red|blue}' makes one of each; \\'{' is a brace.")}
      </FieldNote>
    </>
  )
}
