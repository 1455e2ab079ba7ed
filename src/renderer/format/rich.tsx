import { Fragment, type JSX, type ReactNode } from 'react'
import { messageFormat } from './messages.ts'

type Inside = (chunks: ReactNode) => ReactNode

/**
 * As `t`, for a sentence with elements in it: `rich('Open the <place>Queue</place>', { place: (chunks) => <b>{chunks}</b> })`,
 * or an element as the value of a brace.
 */
export function rich(text: string, values: Record<string, ReactNode | Inside>): JSX.Element {
  const filled = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'function' ? (chunks: ReactNode[]) => value(<Parts of={chunks} />) : value,
  ])
  const parts = messageFormat(text).format<ReactNode>(Object.fromEntries(filled))
  return <Parts of={Array.isArray(parts) ? parts : [parts]} />
}

const Parts = ({ of }: { of: readonly ReactNode[] }): JSX.Element => (
  // The parts of one sentence never change places.
  <>{of.map((part, at) => (typeof part === 'string' ? part : <Fragment key={at.toString()}>{part}</Fragment>))}</>
)
