import type { LucideIcon } from 'lucide-react'
import type { JSX } from 'react'
import { Button } from '../../components/button.tsx'
import { Tooltip } from '../../components/tooltip.tsx'
import { t } from '../../format/messages.ts'

interface IconActProps {
  label: string
  of: string
  icon: LucideIcon
  /** The focus comes back here from the receipt of this request. */
  request?: string
  /** The focus comes back here from what it opens, by this name. */
  opens?: string
  onAct: () => void
}

/** An act of a row, known by its icon. */
export function IconAct({ label, of, icon: Icon, request, opens, onAct }: IconActProps): JSX.Element {
  return (
    <Tooltip label={label}>
      <Button
        look="quiet"
        small
        square
        aria-label={t('{act}, {title}', { act: label, title: of })}
        data-request={request}
        data-opens={opens}
        onClick={onAct}
      >
        <Icon size={14} strokeWidth={1.75} aria-hidden />
      </Button>
    </Tooltip>
  )
}
