import { Ban, Check, Hourglass, type LucideIcon } from 'lucide-react'
import type { JSX } from 'react'
import type { RequestView } from '../../../contract/views.ts'
import { cx } from '../../format/cx.ts'
import { perLanguage, t } from '../../format/messages.ts'
import styles from './queue.module.css'

type Verdict = NonNullable<RequestView['verdict']>

const verdicts = perLanguage(
  (): Record<Verdict, { label: string; icon: LucideIcon; when: string }> => ({
    wait: { label: t('Wait'), icon: Hourglass, when: t('While the service may still be working on it.') },
    'safe-to-send': {
      label: t('Safe to send again'),
      icon: Check,
      when: t('When the service confirms it never received the request.'),
    },
    'do-not-send': {
      label: t('Do not send'),
      icon: Ban,
      when: t('When the service has the job. Its result is downloaded instead.'),
    },
  }),
)

/** After a lost answer: all three verdicts, the one that holds marked. */
export function Verdicts({ verdict, why }: { verdict: Verdict; why: string | null }): JSX.Element {
  return (
    <ol className={styles.verdicts}>
      {(Object.keys(verdicts()) as Verdict[]).map((each) => {
        const { label, icon: Icon, when } = verdicts()[each]
        const marked = each === verdict
        return (
          <li key={each} className={cx(styles.verdict, marked && styles.marked)} aria-current={marked || undefined}>
            <Icon size={14} strokeWidth={1.75} aria-hidden />
            <span>
              <b>{label}</b>
              <span className={styles.hint}>{marked && why ? why : when}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
