import { Eye, FolderOpen, ReceiptText, RotateCcw, X } from 'lucide-react'
import type { JSX, ReactNode } from 'react'
import type { InspectedFile, RequestView } from '../../../contract/views.ts'
import { ask } from '../../bridge.ts'
import { RequestBar } from '../../components/bar.tsx'
import { Button } from '../../components/button.tsx'
import { ChargeCell, QuotedCell } from '../../components/charge-cell.tsx'
import { Pair } from '../../components/picture.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { Tooltip } from '../../components/tooltip.tsx'
import { cx } from '../../lib/cx.ts'
import { bytes, dimensions } from '../../lib/format.ts'
import { stateSentence } from '../../lib/progress.ts'
import { subtitleWords } from '../../lib/skill-names.ts'
import { lookOf, lookOfRequest } from '../../lib/state-look.ts'
import { useCutout } from '../../stores/cutout-store.ts'
import { useView } from '../../stores/view-store.ts'
import styles from './skills.module.css'

interface IconActProps {
  words: string
  of: string
  /** The focus comes back here from the receipt of this request. */
  request?: string
  onAct: () => void
  children: ReactNode
}

function IconAct({ words, of, request, onAct, children }: IconActProps): JSX.Element {
  return (
    <Tooltip words={words}>
      <Button look="quiet" small square aria-label={`${words}, ${of}`} data-request={request} onClick={onAct}>
        {children}
      </Button>
    </Tooltip>
  )
}

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

/** A file that waits to be sent, or cannot be used and says why. */
export function WaitingRow({ file, each }: { file: InspectedFile; each: number | null }): JSX.Element {
  const remove = useCutout((state) => state.remove)
  const size = dimensions(file.width, file.height)
  return (
    <>
      <Pair before={file.thumbnail} after={null} />
      <span className={styles.name}>
        <span className="strong cut-end" dir="auto" title={file.path}>
          {file.name}
        </span>
        <span className="hint cut-end">{[size, bytes(file.sizeBytes)].filter(Boolean).join(' · ')}</span>
      </span>
      <span className={cx(styles.state, file.problem !== null && styles.stacked)}>
        <StateBadge look={lookOf(file.problem === null ? 'ready' : 'unusable')} />
        {file.problem !== null && (
          <span className="hint" title={file.problem}>
            {file.problem}
          </span>
        )}
      </span>
      {file.problem === null ? (
        <QuotedCell credits={each} word={each === null ? 'no price yet' : 'quoted'} />
      ) : (
        <span />
      )}
      <span className={styles.acts}>
        <IconAct words="Take out" of={file.name} onAct={() => remove(new Set([file.path]))}>
          <X {...icon} />
        </IconAct>
      </span>
    </>
  )
}

/** A new request with a price of its own, approved anew: only where the old one is over and took or kept nothing home. */
const canSendAnew = ({ canRetry, state }: RequestView): boolean =>
  canRetry || state === 'failed' || state === 'rejected' || state === 'cancelled'

function RequestActs({ request }: { request: RequestView }): JSX.Element {
  const openReceipt = useView((view) => view.openReceipt)
  const openAsset = useView((view) => view.openAsset)
  const chooseRequest = useView((view) => view.chooseRequest)
  const go = useView((view) => view.go)
  const addPaths = useCutout((state) => state.addPaths)
  const asset = request.assets[0]
  const name = request.title
  if (request.decision) {
    return (
      <span className={styles.acts}>
        <Button
          small
          onClick={() => {
            chooseRequest(request.id)
            go('queue')
          }}
        >
          Decide…<span className="sr-only"> about {name}</span>
        </Button>
      </span>
    )
  }
  return (
    <span className={styles.acts}>
      {asset && (
        <IconAct words="Open large" of={name} onAct={() => openAsset(asset.id)}>
          <Eye {...icon} />
        </IconAct>
      )}
      {asset && (
        <IconAct words="Show in folder" of={name} onAct={() => void ask('library.showInFolder', { id: asset.id })}>
          <FolderOpen {...icon} />
        </IconAct>
      )}
      {canSendAnew(request) && request.source && (
        <IconAct words="Put back to send again" of={name} onAct={() => void addPaths([request.source?.path ?? ''])}>
          <RotateCcw {...icon} />
        </IconAct>
      )}
      <IconAct words="Receipt" of={name} request={request.id} onAct={() => openReceipt(request.id)}>
        <ReceiptText {...icon} />
      </IconAct>
      {request.canCancel && (
        <IconAct words="Take out" of={name} onAct={() => void ask('requests.cancel', { ids: [request.id] })}>
          <X {...icon} />
        </IconAct>
      )}
    </span>
  )
}

/** A file that was approved: where it stands, what became of its credits, what can be done. */
export function RequestRow({ request, now }: { request: RequestView; now: number }): JSX.Element {
  const asset = request.assets[0]
  const size = asset ? dimensions(asset.width, asset.height) : null
  const sentence = stateSentence(request, now)
  return (
    <>
      <Pair before={request.source?.thumbnail ?? null} after={asset?.thumbnail ?? null} />
      <span className={styles.name}>
        <span className="strong cut-end" dir="auto" title={request.source?.path}>
          {request.title}
        </span>
        <span className="hint cut-end">{size ?? subtitleWords(request)}</span>
      </span>
      <span className={cx(styles.state, request.error !== null && styles.stacked)}>
        <StateBadge look={lookOfRequest(request)} framed={request.decision === null} />
        <span className={cx('hint', request.error === null && 'cut-end')} title={sentence}>
          {sentence}
        </span>
        <RequestBar request={request} now={now} fine />
      </span>
      <ChargeCell request={request} />
      <RequestActs request={request} />
    </>
  )
}

export const rowClass = (asks: boolean): string => cx(styles.file, asks && styles.asks)
