import { Component, type ReactNode } from 'react'
import { t } from '../lib/messages.ts'
import { useNotices } from '../stores/notices-store.ts'

interface Props {
  /** What is shown; another is tried anew. */
  of?: string | null
  /** What was to be shown is closed, so that it can be asked for again. */
  onBroken?: () => void
  children: ReactNode
}

/** What fails beside the screens while it is drawn takes itself away, and no more, and says so. */
export class PartBoundary extends Component<Props, { of: string | null; isBroken: boolean }> {
  override state = { of: this.props.of ?? null, isBroken: false }

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }

  static getDerivedStateFromProps(
    { of = null }: Props,
    old: { of: string | null },
  ): { of: string | null; isBroken: boolean } | null {
    return of === old.of ? null : { of, isBroken: false }
  }

  override componentDidCatch(): void {
    this.props.onBroken?.()
    useNotices.getState().say({
      tone: 'fault',
      words: t(
        'A part of the window could not be shown. Nothing was sent or charged by that, and what was approved goes on. If it stays away, close Printroom and open it again.',
      ),
    })
  }

  override render(): ReactNode {
    return this.state.isBroken ? null : this.props.children
  }
}
