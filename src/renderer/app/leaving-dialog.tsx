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
      title={t('Leave this service for now?')}
      keep={t('Stay')}
      act={t('Leave for now')}
      onAct={() => answer(true)}
      onClose={() => answer(false)}
    >
      {t(
        '{open, plural, one {# request is} other {# requests are}} still open at {service}. Until you come back nothing of {open, plural, one {it} other {them}} is sent, looked up or brought home. The receipts stay here, nothing is paid twice, and Settings leads back.',
        { open, service },
      )}{' '}
      {isKeyKept
        ? t('The key stays where it is kept.')
        : t('The key is held for this session only and goes: have it ready for when you come back.')}
    </Confirm>
  )
}
