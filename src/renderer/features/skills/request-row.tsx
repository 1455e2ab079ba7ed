import { Columns2, Eye, FolderOpen, ReceiptText, RotateCcw, X } from 'lucide-react'
import { type JSX, memo, type ReactNode, useState } from 'react'
import type { RequestView } from '../../../contract/views.ts'
import { callMain } from '../../bridge/bridge.ts'
import { AgainDialog } from '../../components/again-dialog.tsx'
import { AsGiven } from '../../components/as-given.tsx'
import { RequestBar } from '../../components/bar.tsx'
import { Button } from '../../components/button.tsx'
import { ChargeCell } from '../../components/charge-cell.tsx'
import { FileName } from '../../components/file-name.tsx'
import { Pair } from '../../components/picture.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { cx } from '../../format/cx.ts'
import { dimensions } from '../../format/format.ts'
import { apart, ltr, t } from '../../format/messages.ts'
import { stateSentence } from '../../format/progress.ts'
import { rich } from '../../format/rich.tsx'
import { subtitleWords } from '../../format/skill-names.ts'
import { lookOfRequest } from '../../format/state-look.ts'
import { useSkills, useSkillView } from '../../stores/skill-store.ts'
import { beforeAndAfter, useView } from '../../stores/view-store.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { IconAct } from './icon-act.tsx'
import styles from './skills.module.css'

const hidden = (chunks: ReactNode): JSX.Element => <span className="sr-only">{chunks}</span>

/** A new order with a price of its own, approved anew: the engine says where that is possible. */
function Again({ request }: { request: RequestView }): JSX.Element {
  const [open, setOpen] = useState(false)
  return (
    <>
      {request.state === 'partial' ? (
        <Button small onClick={() => setOpen(true)}>
          {rich('Make missing…<hidden> of {title}</hidden>', { title: request.title, hidden })}
        </Button>
      ) : (
        <IconAct label={t('Reorder')} of={request.title} icon={RotateCcw} onAct={() => setOpen(true)} />
      )}
      {open && <AgainDialog request={request} onClose={() => setOpen(false)} />}
    </>
  )
}

function Decide({ request }: { request: RequestView }): JSX.Element {
  const [open, setOpen] = useState(false)
  return (
    <span className={styles.acts}>
      <Button small onClick={() => setOpen(true)}>
        {rich('Decide…<hidden> about {title}</hidden>', { title: request.title, hidden })}
      </Button>
      {open && <DecisionDialog request={request} onClose={() => setOpen(false)} />}
    </span>
  )
}

function RequestActs({ request }: { request: RequestView }): JSX.Element {
  const openReceipt = useView((view) => view.openReceipt)
  const openAsset = useView((view) => view.openAsset)
  const openCompare = useView((view) => view.openCompare)
  const asset = request.assets[0]
  const pair = beforeAndAfter(request)
  const name = request.title
  if (request.decision) return <Decide request={request} />
  return (
    <span className={styles.acts}>
      {request.canRetry && <Again request={request} />}
      {asset && (
        <IconAct
          label={t('Open large')}
          of={name}
          icon={Eye}
          opens={`large ${request.id}`}
          onAct={() => openAsset(asset.id)}
        />
      )}
      {pair.length > 1 && (
        <IconAct
          label={t('Compare')}
          of={name}
          icon={Columns2}
          opens={`compare ${request.id}`}
          onAct={() => openCompare(pair)}
        />
      )}
      {asset && !request.canRetry && (
        <IconAct
          label={t('Show in folder')}
          of={name}
          icon={FolderOpen}
          onAct={() => void callMain('library.showInFolder', { id: asset.id })}
        />
      )}
      <IconAct
        label={t('Receipt')}
        of={name}
        icon={ReceiptText}
        request={request.id}
        onAct={() => openReceipt(request.id)}
      />
      {request.canCancel && (
        <IconAct
          label={t('Remove')}
          of={name}
          icon={X}
          onAct={() => void callMain('requests.cancel', { ids: [request.id] })}
        />
      )}
    </span>
  )
}

/** The result's size; "3,000 × 2,000 → 6,000 × 4,000" where the size is what was ordered and the source was seen. */
function useSizeWords({ skill, source, assets }: RequestView): string | null {
  const { asOriginal } = useSkillView(skill ?? '') ?? { asOriginal: false }
  const before = useSkills((state) => (source && asOriginal ? state.sizes[source.path] : undefined))
  const asset = assets[0]
  const after = asset ? dimensions(asset.width, asset.height) : null
  if (after === null) return null
  return before === undefined ? after : ltr(`${dimensions(before.width, before.height)} → ${after}`)
}

/** Before and after; a press on what was made opens it. */
export function Pictures({ request }: { request: RequestView }): JSX.Element {
  const openAsset = useView((view) => view.openAsset)
  const asset = request.assets[0]
  const pair = (
    <Pair
      {...(request.source === null ? {} : { before: request.source.thumbnail ?? null })}
      after={asset?.thumbnail ?? null}
      cutout={asset?.hasAlpha ?? false}
      more={request.assets.length - 1}
    />
  )
  if (!asset) return pair
  return (
    <button
      type="button"
      className={styles.pictures}
      // The row has the same act with a name: the keyboard meets it once.
      tabIndex={-1}
      aria-hidden="true"
      data-opens={`large ${request.id}`}
      onClick={() => openAsset(asset.id)}
    >
      {pair}
    </button>
  )
}

export const RequestName = ({ request: { source, title } }: { request: RequestView }): JSX.Element => (
  <span className="strong cut-end" title={source ? apart(source.path) : undefined}>
    {source ? <FileName name={title} path={source.path} /> : <AsGiven>{title}</AsGiven>}
  </span>
)

/** A file that was approved: where it stands, what became of its credits, what can be done. */
export const RequestRow = memo(function RequestRow({
  request,
  now,
}: {
  request: RequestView
  now: number
}): JSX.Element {
  const size = useSizeWords(request)
  // Pictures of a set come home while others are at work.
  const stateText = stateSentence(request, now)
  const sentence =
    request.state === 'running' && request.assets.length > 0
      ? t('{count} saved, {stateText}', { count: request.assets.length, stateText })
      : stateText
  // What is asked has two lines; what went wrong is one, and in full in the preview.
  const isLong = request.decision !== null
  return (
    <>
      <Pictures request={request} />
      <span className={styles.name}>
        <RequestName request={request} />
        <span className="hint cut-end">{size ?? subtitleWords(request)}</span>
      </span>
      <span className={cx(styles.state, isLong && styles.stacked)}>
        <span className={styles.flow}>
          <StateBadge look={lookOfRequest(request)} framed={request.decision === null} />
          <span className={cx('hint', !isLong && 'cut-end')} title={sentence}>
            {sentence}
          </span>
        </span>
        <RequestBar request={request} now={now} fine />
      </span>
      <ChargeCell request={request} />
      <RequestActs request={request} />
    </>
  )
})
