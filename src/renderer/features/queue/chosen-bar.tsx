import { ArrowUpToLine, X } from 'lucide-react'
import type { JSX } from 'react'
import type { RequestView } from '../../../contract/views.ts'
import { Button } from '../../components/button.tsx'
import { figure } from '../../lib/format.ts'
import { useQueue } from '../../stores/queue-store.ts'
import styles from './queue.module.css'
import { toFront } from './queue-acts.ts'

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

interface ChosenBarProps {
  chosen: ReadonlySet<string>
  /** Of the chosen: those of which nothing was sent. */
  unsent: readonly RequestView[]
  waiting: readonly RequestView[]
  onTakeOut: () => void
}

/** What can be done with several rows at once. */
export function ChosenBar({ chosen, unsent, waiting, onTakeOut }: ChosenBarProps): JSX.Element {
  const clear = useQueue((queue) => queue.clear)
  const movable = waiting.some((request) => chosen.has(request.id) && request.place !== null)
  return (
    <div className={styles.chosen} role="toolbar" aria-label="Chosen requests">
      <b className="strong nowrap">{figure(chosen.size)} chosen</b>
      <span className="hint cut-end">
        {unsent.length === 0
          ? 'All of them were sent; what was sent is never called back.'
          : unsent.length === chosen.size
            ? 'Nothing of them was sent.'
            : `Nothing was sent of ${figure(unsent.length)}.`}
      </span>
      <span className="row push">
        {movable && (
          <Button small onClick={() => void toFront(waiting, chosen)}>
            <ArrowUpToLine {...icon} />
            To the front
          </Button>
        )}
        {unsent.length > 0 && (
          <Button small onClick={onTakeOut}>
            <X {...icon} />
            Take out {figure(unsent.length)}
          </Button>
        )}
        <Button look="quiet" small onClick={clear}>
          Clear
        </Button>
      </span>
    </div>
  )
}
