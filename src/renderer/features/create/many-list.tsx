import { ListPlus } from 'lucide-react'
import { type JSX, memo } from 'react'
import type { ManyPrompt, ManyPrompts } from '../../../domain/prompts/many.ts'
import { given } from '../../components/as-given.tsx'
import { Empty } from '../../components/empty.tsx'
import { figure } from '../../format/format.ts'
import { apart, t } from '../../format/messages.ts'
import { useCreate } from '../../stores/create-store.ts'
import styles from './bench.module.css'

/** More rows than are read; the count says how many there are in all. */
const mostShown = 200

function ownChoices({ aspectRatio, resolution, quality, tier, duration }: ManyPrompt): string {
  return [aspectRatio, resolution, quality, tier, duration === undefined ? undefined : `${duration} s`]
    .filter((each) => each !== undefined)
    .join(', ')
}

/** The prompts as they will be sent, each a request: what alternatives and tables come to, before anything is paid. */
export const ManyList = memo(function ManyList({ many }: { many: ManyPrompts }): JSX.Element {
  const count = useCreate((create) => create.form.count)
  const { prompts } = many
  const [problem] = many.problems
  if (prompts.length === 0) {
    return (
      <Empty icon={ListPlus} title={problem === undefined ? t('No prompts yet') : t('Nothing to make')}>
        {(problem && apart(problem)) ??
          t('Write one prompt per line on the left, or use a table. They are listed here with one total.')}
      </Empty>
    )
  }
  return (
    <ol className={styles.prompts} aria-label={t('Prompts to send')}>
      {prompts.slice(0, mostShown).map((each, at) => (
        <li key={`${at} ${each.prompt}`}>
          <span className="figure soft">{at + 1}</span>
          <span {...given} className="selectable">
            {each.prompt}
          </span>
          <span className="hint nowrap">
            {[apart(ownChoices(each)), count > 1 ? `× ${count}` : ''].filter(Boolean).join(', ')}
          </span>
        </li>
      ))}
      {prompts.length > mostShown && (
        <li className="hint">{t('and {count} more', { count: figure(prompts.length - mostShown) })}</li>
      )}
    </ol>
  )
})
