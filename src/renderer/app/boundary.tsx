import { Component, type ReactNode } from 'react'

interface Props {
  /** What is shown; another is tried anew. */
  of: string | null
  /** What stands in its place once it has failed while it was drawn. */
  instead: (onAgain: () => void) => ReactNode
  onBroken?: () => void
  children: ReactNode
}

/** What fails while it is drawn takes itself and no more: without it React would empty the window. */
export class Boundary extends Component<Props, { of: string | null; isBroken: boolean }> {
  override state = { of: this.props.of, isBroken: false }

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }

  static getDerivedStateFromProps(
    { of }: Props,
    old: { of: string | null },
  ): { of: string | null; isBroken: boolean } | null {
    return of === old.of ? null : { of, isBroken: false }
  }

  override componentDidCatch(): void {
    this.props.onBroken?.()
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children
    return this.props.instead(() => this.setState({ isBroken: false }))
  }
}
