import { ArrowRight } from 'lucide-react'
import type { JSX } from 'react'
import { Heading } from 'react-aria-components'
import type { RequestView } from '../../../contract/views.ts'
import { resizedFor } from '../../../domain/form/upscale-size.ts'
import type { ChoiceId } from '../../../domain/request/receipt.ts'
import { DialogFrame } from '../../components/dialog.tsx'
import { dimensions } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { useSkills } from '../../stores/skill-store.ts'
import { DecisionCard } from '../queue/decision-card.tsx'
import styles from './skills.module.css'

const resizing = 'accept-resize' satisfies ChoiceId

/** The size is what is asked about. */
export const isAboutSize = ({ decision }: RequestView): boolean =>
  decision?.choices.some(({ id }) => id === resizing) ?? false

/** The size that was given and the one that the service would work on, where the size is what is asked about. */
export function SizeChange({ request }: { request: RequestView }): JSX.Element | null {
  const size = useSkills((state) => state.sizes[request.source?.path ?? ''])
  if (size === undefined || !isAboutSize(request)) return null
  const fit = resizedFor(size.width, size.height)
  return (
    <div className={styles.sizes}>
      <span className="stack tight">
        <span className="label">{t('Original')}</span>
        <span className="strong">{dimensions(size.width, size.height)}</span>
      </span>
      <ArrowRight className="points" size={16} strokeWidth={1.6} aria-hidden />
      <span className="stack tight">
        <span className="label">{t('Processed at')}</span>
        <span className="strong">{dimensions(fit.width, fit.height)}</span>
      </span>
    </div>
  )
}

/** What only a person can decide about a request, where its row is: old and new beside each other, and the ways out. */
export function DecisionDialog({
  request,
  onClose,
}: {
  request: RequestView
  onClose: () => void
}): JSX.Element | null {
  if (request.decision === null) return null
  return (
    <DialogFrame className={styles.decide} onClose={onClose}>
      <Heading slot="title" className="sr-only">
        {t('Decide about {title}', { title: request.title })}
      </Heading>
      <SizeChange request={request} />
      <DecisionCard request={request} decision={request.decision} onDecide={onClose} />
    </DialogFrame>
  )
}
