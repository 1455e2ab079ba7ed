import { type JSX, useState } from 'react'
import type { RequestView } from '../../../contract/views.ts'
import type { ChoiceId } from '../../../domain/request/receipt.ts'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { cx } from '../../format/cx.ts'
import { figure } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { useBusy } from '../../hooks/use-busy.ts'
import styles from './queue.module.css'
import { decideEach, fetchMore } from './queue-acts.ts'

/** What several have in common and costs nothing may be said once for all. What spends says its sum (`AlikeCards`), or is decided one by one. */
const forAll = ['look-again', 'fetch-more', 'leave'] as const satisfies readonly ChoiceId[]
type FreeChoice = (typeof forAll)[number]

const offering = (requests: readonly RequestView[], choice: FreeChoice): RequestView[] =>
  requests.filter((request) => request.decision?.choices.some((each) => each.id === choice && each.credits === null))

export const choicesForAll = (requests: readonly RequestView[]): FreeChoice[] =>
  forAll.filter((choice) => offering(requests, choice).length > 1)

function forAllWords(choice: FreeChoice, count: string): string {
  if (choice === 'leave') return t('Cancel all {count}…', { count })
  return choice === 'fetch-more'
    ? t('Download the rest of all {count}', { count })
    : t('Check all {count} again', { count })
}

export function ForAll({ requests }: { requests: readonly RequestView[] }): JSX.Element | null {
  const [leaving, setLeaving] = useState(false)
  const [busy, during] = useBusy()
  const decide = (choice: FreeChoice): Promise<void> =>
    during(() => {
      const offered = offering(requests, choice)
      return choice === 'fetch-more' ? fetchMore(offered) : decideEach(offered, choice)
    })
  const offered = choicesForAll(requests)
  if (offered.length === 0) return null
  const leave = offering(requests, 'leave')
  return (
    <>
      <span className={cx('row push', styles.forAll)}>
        {offered.map((choice) => (
          <Button
            key={choice}
            look="quiet"
            small
            disabled={busy}
            onClick={() => (choice === 'leave' ? setLeaving(true) : void decide(choice))}
          >
            {forAllWords(choice, figure(offering(requests, choice).length))}
          </Button>
        ))}
      </span>
      <Confirm
        open={leaving}
        title={t('Cancel {leave, plural, one {# request} other {# requests}}?', { leave: leave.length })}
        keep={t('Keep')}
        act={t('Cancel all {count}', { count: figure(leave.length) })}
        onAct={() => void decide('leave')}
        onClose={() => setLeaving(false)}
      >
        {t('Nothing more is sent for them. Their receipts are kept.')}
      </Confirm>
    </>
  )
}
