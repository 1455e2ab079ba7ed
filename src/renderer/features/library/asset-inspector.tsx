import { Copy, Expand, FolderOpen, Trash2 } from 'lucide-react'
import type { JSX } from 'react'
import type { AssetView } from '../../../contract/views.ts'
import { ask } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { KeyHint } from '../../components/key-hint.tsx'
import { MoneyLines } from '../../components/money-lines.tsx'
import { Note } from '../../components/note.tsx'
import { Pairs } from '../../components/pairs.tsx'
import { Inspector, Section } from '../../components/pane.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { Tooltip } from '../../components/tooltip.tsx'
import { copyWords } from '../../lib/copy-words.ts'
import { bytes, dimensions, madeAt, plural, shortHash, shortId } from '../../lib/format.ts'
import { skillNames } from '../../lib/skill-names.ts'
import { lookOf } from '../../lib/state-look.ts'
import { useReceipt } from '../../lib/use-receipt.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { useView } from '../../stores/view-store.ts'
import styles from './library.module.css'

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const
const fewLetters = 600

function ReceiptSummary({ asset }: { asset: AssetView }): JSX.Element {
  const { receipt, trouble } = useReceipt(asset.requestId)
  const openReceipt = useView((view) => view.openReceipt)
  const status = receipt?.jobs[0]?.creditsStatus ?? receipt?.request.creditsStatus ?? null
  return (
    <>
      {receipt && receipt.settings.length > 0 && (
        <Section title="Settings">
          <Pairs
            of={[
              ...receipt.settings
                .filter(({ name }) => name.toLowerCase() !== 'prompt')
                .map(({ name, value }) => ({ name, value })),
              { name: 'Made', value: madeAt(asset.createdAt, Date.now()) },
              {
                name: 'Hash',
                value: (
                  <span className="mono" title={asset.sha256}>
                    {shortHash(asset.sha256)}
                  </span>
                ),
              },
            ]}
          />
        </Section>
      )}
      <Section title="Receipt">
        {receipt ? (
          <MoneyLines money={receipt.money} />
        ) : (
          <p className="small soft">{trouble ?? 'Reading the receipt…'}</p>
        )}
        <div className="row" style={{ marginTop: 10 }}>
          {status !== null ? (
            <StateBadge look={lookOf('completed')} words={`Charge ${status}`} />
          ) : (
            <span className="mono hint">{shortId(asset.requestId)}</span>
          )}
          <button type="button" className="text-link push" onClick={() => openReceipt(asset.requestId)}>
            Open receipt
          </button>
        </div>
      </Section>
    </>
  )
}

interface AssetInspectorProps {
  asset: AssetView | null
  open: boolean
  onClose: () => void
  onTrash: () => void
}

/** The chosen picture: what it is, how it was made, what was paid, what can be done with it. */
export function AssetInspector({ asset, open, onClose, onTrash }: AssetInspectorProps): JSX.Element | null {
  const openAsset = useView((view) => view.openAsset)
  const total = useLibrary((library) => library.total)
  if (!asset) {
    return (
      <Inspector label="Details" head={<h2 className="title">Details</h2>} open={open} onClose={onClose}>
        <Section>
          <p className="small soft">
            {total === 0
              ? 'Every picture keeps its prompt, its settings and its receipt. They stand here.'
              : `${plural(total, 'picture')} on this computer, with or without the service. Choose one to see how it was made and what was paid.`}
          </p>
        </Section>
      </Inspector>
    )
  }
  const facts = [dimensions(asset.width, asset.height), asset.format.toUpperCase(), bytes(asset.sizeBytes)]
  return (
    <Inspector
      label="Details"
      head={
        <h2 className="strong cut-end" title={asset.name}>
          {asset.name}
        </h2>
      }
      open={open}
      onClose={onClose}
    >
      <Section>
        <p className="hint">{facts.filter(Boolean).join(' · ')}</p>
        {!asset.present && (
          <div style={{ marginTop: 10 }}>
            <Note tone="attention">
              The file is no longer where the library put it: {asset.path}. Its receipt is kept.
            </Note>
          </div>
        )}
      </Section>
      <Section>
        <div className="row">
          <h3 className="label">{asset.kind === 'generation' ? 'Prompt' : 'From'}</h3>
          {asset.kind === 'generation' && (
            <span className="push">
              <Tooltip words="Copy prompt">
                <Button
                  look="quiet"
                  small
                  square
                  aria-label="Copy prompt"
                  onClick={() => void copyWords(asset.title, 'Prompt')}
                >
                  <Copy size={14} strokeWidth={1.75} aria-hidden />
                </Button>
              </Tooltip>
            </span>
          )}
        </div>
        <p className="small soft selectable" dir="auto" style={{ marginTop: 4, overflowWrap: 'anywhere' }}>
          {asset.title.length > fewLetters ? `${asset.title.slice(0, fewLetters)}…` : asset.title}
        </p>
        <p className="hint" style={{ marginTop: 4 }}>
          {asset.skill === null ? asset.modelName : (skillNames[asset.skill] ?? asset.skill)}
        </p>
      </Section>
      <ReceiptSummary asset={asset} />
      <div className={styles.acts}>
        <Button look="quiet" onClick={() => openAsset(asset.id)}>
          <Expand {...icon} />
          Open large
          <KeyHint keys="↵" />
        </Button>
        <Button
          look="quiet"
          disabled={!asset.present}
          onClick={() => void ask('library.showInFolder', { id: asset.id })}
        >
          <FolderOpen {...icon} />
          Show in folder
        </Button>
        <Button look="quiet" onClick={onTrash}>
          <Trash2 {...icon} />
          Move to trash…
          <KeyHint keys="Del" />
        </Button>
      </div>
    </Inspector>
  )
}
