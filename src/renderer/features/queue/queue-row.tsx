import { ImagePlus, Scissors } from 'lucide-react'
import type { JSX } from 'react'
import type { RequestView } from '../../../contract/views.ts'
import { RequestBar } from '../../components/bar.tsx'
import { ChargeCell } from '../../components/charge-cell.tsx'
import { Thumb } from '../../components/picture.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { stateSentence } from '../../lib/progress.ts'
import { subtitleWords } from '../../lib/skill-names.ts'
import { lookOfRequest } from '../../lib/state-look.ts'
import styles from './queue.module.css'

interface QueueRowProps {
  request: RequestView
  now: number
  selected: boolean
  /** Words in place of the sentence: a place in the line. */
  words?: string
  onChoose: (id: string) => void
}

export function QueueRow({ request, now, selected, words, onChoose }: QueueRowProps): JSX.Element {
  const asset = request.assets[0]
  return (
    <li>
      <button
        type="button"
        className={styles.qrow}
        data-request={request.id}
        aria-current={selected || undefined}
        onClick={() => onChoose(request.id)}
      >
        <Thumb
          src={asset?.thumbnail ?? request.source?.thumbnail ?? null}
          alt=""
          width={40}
          height={40}
          cutout={asset?.hasAlpha ?? false}
          icon={request.kind === 'generation' ? ImagePlus : Scissors}
        />
        <span className="stack tight">
          <span className="strong cut-end" dir="auto">
            {request.title}
          </span>
          <span className="hint cut-end">{subtitleWords(request)}</span>
        </span>
        <span className={styles.state}>
          <StateBadge look={lookOfRequest(request)} />
          <span className="hint cut-end">{words ?? stateSentence(request, now)}</span>
          <RequestBar request={request} now={now} fine />
        </span>
        <ChargeCell request={request} />
      </button>
    </li>
  )
}
