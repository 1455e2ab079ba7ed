import { X } from 'lucide-react'
import type { JSX, Ref } from 'react'
import { t } from '../format/messages.ts'
import { Button } from './button.tsx'
import pane from './pane.module.css'

/** The way out, at the beginning of the bar of what lies over all else. */
export const BarClose = ({ onClose, ref }: { onClose: () => void; ref?: Ref<HTMLButtonElement> }): JSX.Element => (
  <>
    <Button ref={ref} look="quiet" small onClick={onClose}>
      <X size={14} strokeWidth={1.75} aria-hidden />
      {t('Close')}
    </Button>
    <span className={pane.divider} />
  </>
)
