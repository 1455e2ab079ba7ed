import type { JSX } from 'react'
import { percent } from '../format/format.ts'
import { t } from '../format/messages.ts'
import { Button } from './button.tsx'

interface ZoomButtonsProps {
  isFitted: boolean
  /** One of its pixels is one of the screen's. */
  isOwn: boolean
  onFit: () => void
  onOwn: () => void
}

/** The two sizes that a picture is looked at in most. */
export const ZoomButtons = ({ isFitted, isOwn, onFit, onOwn }: ZoomButtonsProps): JSX.Element => (
  <>
    <Button look="quiet" small aria-pressed={isFitted} onClick={onFit}>
      {t('Fit')}
    </Button>
    <Button look="quiet" small aria-pressed={isOwn} onClick={onOwn}>
      {percent(100)}
    </Button>
  </>
)
