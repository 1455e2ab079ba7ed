import { Copy } from 'lucide-react'
import type { JSX } from 'react'
import type { LibraryDetails, LibraryItem } from '../../../contract/library.ts'
import { Button } from '../../components/button.tsx'
import { MoneyLines } from '../../components/money-lines.tsx'
import { Note } from '../../components/note.tsx'
import { Pairs } from '../../components/pairs.tsx'
import { Inspector, Section } from '../../components/pane.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { Tooltip } from '../../components/tooltip.tsx'
import { copyWords } from '../../lib/copy-words.ts'
import { bytes, dimensions, madeAt, plural, shortHash, shortId } from '../../lib/format.ts'
import { countOf } from '../../lib/ranges.ts'
import { wordsOf } from '../../lib/skill-names.ts'
import { lookOf } from '../../lib/state-look.ts'
import { useReceipt } from '../../lib/use-receipt.ts'
import { useCreate } from '../../stores/create-store.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { useView } from '../../stores/view-store.ts'
import { ActsList } from './acts-list.tsx'
import { OrganiseSection, useDetails } from './organise-section.tsx'

const fewLetters = 600

/** The form is filled as it was then; nothing is sent, and the price is today's. */
async function fillCreate(requestId: string): Promise<void> {
  if (await useCreate.getState().takeOrderOf(requestId)) useView.getState().go('create')
}

function ReceiptSummary({ asset }: { asset: LibraryItem }): JSX.Element {
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
      {asset.kind === 'generation' && receipt && (
        <Section>
          <Button wide onClick={() => void fillCreate(asset.requestId)}>
            Use these settings again
          </Button>
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
  asset: LibraryItem | null
  open: boolean
  onClose: () => void
  onTrash: () => void
  /** Asks for the name of a new collection for what is chosen. */
  onCollect: () => void
  onExport: () => void
}

/** Several chosen pictures: what can be done with all of them at once. */
function ManyInspector({ count, open, onClose, onTrash, onCollect, onExport }: ManyProps): JSX.Element {
  return (
    <Inspector
      label="Details"
      head={<h2 className="strong cut-end" style={{ flex: 1 }}>{`${plural(count, 'picture')} chosen`}</h2>}
      open={open}
      onClose={onClose}
    >
      <OrganiseSection rating={0} details={null} many onCollect={onCollect} />
      <ActsList asset={null} count={count} onTrash={onTrash} onExport={onExport} />
    </Inspector>
  )
}

type ManyProps = Omit<AssetInspectorProps, 'asset'> & { count: number }

/** The chosen picture: what it is, how it was made, what was paid, what can be done with it. */
export function AssetInspector(props: AssetInspectorProps): JSX.Element | null {
  const { asset, open, onClose, onTrash, onCollect, onExport } = props
  const count = useLibrary((library) => countOf(library.chosen))
  const details = useDetails(asset?.id ?? null)
  const viewing = useView((view) => view.viewing)
  const total = useLibrary((library) => library.total)
  if (count > 1 && !viewing) return <ManyInspector {...props} count={count} />
  if (!asset) {
    return (
      <Inspector
        label="Details"
        head={
          <h2 className="title" style={{ flex: 1 }}>
            Details
          </h2>
        }
        open={open}
        onClose={onClose}
      >
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
  const facts = [
    dimensions(asset.width, asset.height),
    asset.format.toUpperCase(),
    bytes(asset.sizeBytes),
    asset.profile,
  ]
  return (
    <Inspector
      label="Details"
      head={
        <h2 className="strong cut-end" style={{ flex: 1 }} title={asset.name}>
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
      <OrganiseSection rating={asset.rating} details={details} many={false} onCollect={onCollect} />
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
          {asset.skill === null ? asset.modelName : wordsOf(asset.skill).name}
        </p>
      </Section>
      <ReceiptSummary asset={asset} />
      <Twins details={details} />
      <ActsList asset={asset} count={1} onTrash={onTrash} onExport={onExport} />
    </Inspector>
  )
}

/** The same bytes under other names. */
function Twins({ details }: { details: LibraryDetails | null }): JSX.Element | null {
  const openAsset = useView((view) => view.chooseAsset)
  if (details === null || details.twins.length === 0) return null
  return (
    <Section title={plural(details.twins.length, 'duplicate')}>
      {details.twins.slice(0, 3).map(({ id, name }) => (
        <button key={id} type="button" className="text-link cut-end" onClick={() => openAsset(id, true)}>
          {name}
        </button>
      ))}
    </Section>
  )
}
