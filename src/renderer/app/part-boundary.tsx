import type { JSX, ReactNode } from 'react'
import { useNotices } from '../bridge/notices-store.ts'
import { t } from '../format/messages.ts'
import { Boundary } from './boundary.tsx'

interface Props {
  of?: string | null
  /** What was to be shown is closed, so that it can be asked for again. */
  onBroken?: () => void
  children: ReactNode
}

const nothing = (): null => null

function sayBroken(): void {
  useNotices.getState().say({
    tone: 'fault',
    message: t(
      'Part of the window could not be shown. Nothing was sent or charged, and approved orders continue. If this persists, restart Printroom.',
    ),
  })
}

/** What fails beside the screens goes, and says so. */
export function PartBoundary({ of = null, onBroken, children }: Props): JSX.Element {
  return (
    <Boundary
      of={of}
      instead={nothing}
      onBroken={() => {
        onBroken?.()
        sayBroken()
      }}
    >
      {children}
    </Boundary>
  )
}
