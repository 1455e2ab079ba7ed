import type { JSX } from 'react'
import { Confirm } from '../components/confirm.tsx'
import { t } from '../format/messages.ts'
import { useLeaving } from '../stores/leaving-store.ts'

/** Asked before the app stops looking after requests that a service has taken. */
export function LeavingDialog(): JSX.Element | null {
  const question = useLeaving((leaving) => leaving.question)
  if (question === null) return null
  const { service, open, isKeyKept, answer } = question
  return (
    <Confirm
      open
      title={t('Switch service?')}
      keep={t('Stay')}
      act={t('Switch')}
      onAct={() => answer(true)}
      onClose={() => answer(false)}
    >
      {t(
        '{open, plural, one {# request is} other {# requests are}} unfinished at {service}. {open, plural, one {It pauses} other {They pause}} until you switch back in Settings. Receipts are kept, and nothing is charged twice.',
        { open, service },
      )}{' '}
      {isKeyKept
        ? t('The key is kept.')
        : t('The key is held for this session only. You’ll need it again when you switch back.')}
    </Confirm>
  )
}
