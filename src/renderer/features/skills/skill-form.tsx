import type { JSX } from 'react'
import type { FieldGroup } from '../../../domain/form/field-words.ts'
import type { SkillField } from '../../../domain/form/skill-fields.ts'
import pane from '../../components/pane.module.css'
import { perLanguage, t } from '../../format/messages.ts'
import { standingIn } from '../../forms/skill-form.ts'
import { ChoiceField } from './choice-field.tsx'
import { ConsentField } from './consent-field.tsx'
import { EntriesField } from './entries-field.tsx'
import type { FieldProps } from './field-props.ts'
import styles from './form.module.css'
import { PictureFieldRow } from './picture-field.tsx'
import { SeveralField } from './several-field.tsx'
import { NumberField, SwitchField, WordsField } from './simple-fields.tsx'
import type { SkillOrderState } from './use-skill-order.ts'

const groupWords = perLanguage(
  (): Record<FieldGroup, string> => ({
    contents: t('Pictures to make'),
    words: t('Text'),
    look: t('Look'),
    pictures: t('Reference images'),
    more: t('More'),
  }),
)

function Field({ field, order }: { field: SkillField; order: SkillOrderState }): JSX.Element | null {
  const shared = { order, why: whyNot(field, order) } satisfies Omit<FieldProps, 'field'>
  switch (field.kind) {
    case 'choice':
      return <ChoiceField field={field} {...shared} />
    case 'several':
      return <SeveralField field={field} {...shared} />
    case 'entries':
      return <EntriesField field={field} {...shared} />
    case 'text':
      return <WordsField field={field} {...shared} />
    case 'switch':
      return <SwitchField field={field} {...shared} />
    case 'number':
      return <NumberField field={field} {...shared} />
    case 'picture':
      return <PictureFieldRow field={field} {...shared} />
    case 'consent':
      return <ConsentField field={field} {...shared} />
    case 'other':
      return null
  }
}

function whyNot(field: SkillField, { skill, work }: SkillOrderState): string | null {
  const standing = standingIn(skill?.fields ?? [], work.values)(field.name)
  return standing.is === 'passed-over' ? standing.why : null
}

/** A Skill's form, from the live catalogue, by groups. Every change is kept as it is typed. */
export function SkillFormPane({ order }: { order: SkillOrderState }): JSX.Element {
  const fields = order.skill?.fields ?? []
  const standing = standingIn(fields, order.work.values)
  const drawn = fields.filter(
    (field) =>
      standing(field.name).is !== 'away' &&
      field.kind !== 'other' &&
      !(field.kind === 'picture' && field.makesRequests),
  )
  const groups = [...new Set(drawn.map(({ group }) => group))]
  return (
    <div className={styles.form}>
      <div className={pane.scroll}>
        {groups.map((group) => (
          <section key={group} className={styles.group} aria-label={groupWords()[group]}>
            {groups.length > 1 && <h2 className="label">{groupWords()[group]}</h2>}
            {drawn
              .filter((field) => field.group === group)
              .map((field) => (
                <Field key={field.name} field={field} order={order} />
              ))}
          </section>
        ))}
      </div>
    </div>
  )
}
