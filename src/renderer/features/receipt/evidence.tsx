import { Copy, FolderOpen } from 'lucide-react'
import type { JSX } from 'react'
import type { AssetView, ReceiptView } from '../../../contract/views.ts'
import { isEndState } from '../../../domain/request/states.ts'
import { ask } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { Note } from '../../components/note.tsx'
import { Pairs } from '../../components/pairs.tsx'
import { Inspector, Section } from '../../components/pane.tsx'
import { Thumb } from '../../components/picture.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { Timeline } from '../../components/timeline.tsx'
import { Tooltip } from '../../components/tooltip.tsx'
import { copyWords } from '../../lib/copy-words.ts'
import { bytes, dimensions, plural, shortHash } from '../../lib/format.ts'
import { lookOfRequest } from '../../lib/state-look.ts'
import { useView } from '../../stores/view-store.ts'
import styles from './receipt.module.css'

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

function FileLine({ asset }: { asset: AssetView }): JSX.Element {
  const openAsset = useView((view) => view.openAsset)
  return (
    <li className={styles.file}>
      <Thumb src={asset.thumbnail} alt="" width={40} height={50} cutout={asset.hasAlpha} />
      <span className="stack tight">
        <button
          type="button"
          className="text-link cut-end"
          style={{ textAlign: 'start' }}
          onClick={() => openAsset(asset.id)}
        >
          {asset.name}
        </button>
        <span className="hint">
          {[dimensions(asset.width, asset.height), bytes(asset.sizeBytes)].filter(Boolean).join(', ')}
          {!asset.present && ', moved or deleted since'}
        </span>
        <span className={styles.hash} title={asset.sha256}>
          sha256 {shortHash(asset.sha256)}
        </span>
      </span>
      <span className="row" style={{ gap: 0, alignItems: 'flex-start' }}>
        <Tooltip words="Show in folder">
          <Button
            look="quiet"
            small
            square
            aria-label={`Show ${asset.name} in folder`}
            onClick={() => void ask('library.showInFolder', { id: asset.id })}
          >
            <FolderOpen {...icon} />
          </Button>
        </Tooltip>
        <Tooltip words="Copy hash">
          <Button
            look="quiet"
            small
            square
            aria-label={`Copy hash of ${asset.name}`}
            onClick={() => void copyWords(asset.sha256, 'Hash')}
          >
            <Copy {...icon} />
          </Button>
        </Tooltip>
      </span>
    </li>
  )
}

/** Beside the paper: the files with their hashes, what preparation did, and every attempt. */
export function Evidence({ receipt }: { receipt: ReceiptView }): JSX.Element {
  const { request, preparation, bodySha256, bodyBytes } = receipt
  const trouble = request.error !== null
  return (
    <Inspector label="Evidence" head={<h2 className="title">Evidence</h2>} stays>
      <Section>
        <div className="row">
          <StateBadge look={lookOfRequest(request)} />
        </div>
        <div style={{ marginTop: 10 }}>
          {trouble ? (
            <Note tone={request.state === 'partial' ? 'attention' : 'fault'}>{request.error}</Note>
          ) : (
            <p className="small soft">{request.now}</p>
          )}
        </div>
      </Section>
      <Section title={`Files, ${request.assets.length} at home`}>
        {request.assets.length === 0 ? (
          <p className="small soft">
            {request.state === 'completed' || request.state === 'partial'
              ? 'None is in the library any more. This receipt stays.'
              : isEndState(request.state)
                ? 'None came of it.'
                : 'None yet.'}
          </p>
        ) : (
          <ul>
            {request.assets.map((asset) => (
              <FileLine key={asset.id} asset={asset} />
            ))}
          </ul>
        )}
        {request.owed.map((owed) => (
          <Note key={owed.reason} tone="attention">
            Paid and not home yet: {owed.reason} Tried {plural(owed.triedTimes, 'time')}.
          </Note>
        ))}
      </Section>
      {preparation.length > 0 && (
        <Section title="Preparation, on this computer">
          <Pairs of={preparation.map(({ source, words }) => ({ name: source, value: words }))} />
        </Section>
      )}
      {bodySha256 !== null && (
        <Section title="What was sent">
          <p className="hint">
            {bodyBytes === null ? '' : `${bytes(bodyBytes)}, the same bytes each time. `}
            <span className={styles.hash} title={bodySha256}>
              sha256 {shortHash(bodySha256)}
            </span>
          </p>
        </Section>
      )}
      <Section title="Attempts">
        <Timeline entries={receipt.timeline} />
      </Section>
    </Inspector>
  )
}
