import type { JSX } from 'react'
import type { LibraryDetails, LibraryItem } from '../../../contract/library.ts'
import { AsGiven, EngineSentence, given } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { CopySection } from '../../components/copy-section.tsx'
import { FileName } from '../../components/file-name.tsx'
import { MoneyLines } from '../../components/money-lines.tsx'
import { Note } from '../../components/note.tsx'
import { Pairs } from '../../components/pairs.tsx'
import { InspectorPane, Section } from '../../components/pane.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { creditWord } from '../../format/charge.ts'
import { bytes, dimensions, madeAt, shortHash, shortId } from '../../format/format.ts'
import { apart, t } from '../../format/messages.ts'
import { settingName, settingWords } from '../../format/setting-words.ts'
import { knownSkills, skillLabels } from '../../format/skill-names.ts'
import { lookOf } from '../../format/state-look.ts'
import { countOf } from '../../grid/ranges.ts'
import { useReceipt } from '../../hooks/use-receipt.ts'
import { isGroup } from '../../stores/action-target.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { fillFormOf } from '../../stores/picture-acts.ts'
import { useView } from '../../stores/view-store.ts'
import { compareWith } from './acts.ts'
import { ActsList } from './acts-list.tsx'
import { fetchMissing, findMissing } from './missing-bar.tsx'
import { NothingChosen } from './nothing-chosen.tsx'
import { OrganiseSection, useDetails } from './organise-section.tsx'

const fewLetters = 600

/** One that was made here has no charge; what is below is of the order behind it. */
function MadeHere({ parentId }: { parentId: string }): JSX.Element {
  const openAsset = useView((view) => view.openAsset)
  return (
    <Section title={t('Touched up')}>
      <p className="small soft">{t('Made on this computer, free. The settings and receipt are of the original.')}</p>
      <button type="button" className="text-link" style={{ marginTop: 6 }} onClick={() => openAsset(parentId)}>
        {t('Open the original')}
      </button>
    </Section>
  )
}

function ReceiptSummary({ asset }: { asset: LibraryItem }): JSX.Element {
  const { receipt, trouble } = useReceipt(asset.requestId)
  const openReceipt = useView((view) => view.openReceipt)
  const status = receipt?.jobs[0]?.creditsStatus ?? receipt?.request.creditsStatus ?? null
  const canFill = receipt !== null && (asset.kind === 'generation' || knownSkills.includes(asset.skill ?? ''))
  return (
    <>
      {receipt && receipt.settings.length > 0 && (
        <Section title={t('Settings')} joined={canFill}>
          <Pairs
            of={[
              ...receipt.settings
                .filter(({ name }) => name.toLowerCase() !== 'prompt')
                .map(({ name, value }) => ({
                  name: apart(settingName(name)),
                  value: <AsGiven>{settingWords(value)}</AsGiven>,
                })),
              { name: t('Date'), value: madeAt(asset.createdAt, Date.now()) },
              {
                name: t('Hash'),
                value: (
                  <span className="mono" title={asset.sha256} {...given}>
                    {shortHash(asset.sha256)}
                  </span>
                ),
              },
            ]}
          />
        </Section>
      )}
      {canFill && (
        <Section>
          <Button wide onClick={() => void fillFormOf({ kind: asset.kind, id: asset.requestId })}>
            {t('Use these settings again')}
          </Button>
        </Section>
      )}
      <Section title={t('Receipt')}>
        {receipt ? (
          <MoneyLines money={receipt.money} state={receipt.request.state} />
        ) : (
          <p className="small soft">
            {trouble === null ? t('Loading receipt…') : <EngineSentence>{trouble}</EngineSentence>}
          </p>
        )}
        <div className="row" style={{ marginTop: 10 }}>
          {status !== null ? (
            <StateBadge look={lookOf('completed')} label={t('Charge {status}', { status: creditWord(status) })} />
          ) : (
            <span className="mono hint" {...given}>
              {shortId(asset.requestId)}
            </span>
          )}
          <button type="button" className="text-link push" onClick={() => openReceipt(asset.requestId)}>
            {t('Open receipt')}
          </button>
        </div>
      </Section>
    </>
  )
}

interface AssetInspectorProps {
  asset: LibraryItem | null
  /** Whether it, or what is chosen, is in the app's trash. */
  inTrash: boolean
  open: boolean
  onClose: () => void
  onTrash: () => void
  /** Asks for the name of a new collection for what is chosen. */
  onCollect: () => void
  onExport: () => void
}

/** Chosen pictures as a number: what can be done with all of them at once. */
function ManyInspector({ count, inTrash, open, onClose, onTrash, onCollect, onExport }: ManyProps): JSX.Element {
  return (
    <InspectorPane
      label={t('Details')}
      head={
        <h2 className="strong cut-end" style={{ flex: 1 }}>
          {t('{count, plural, one {# selected} other {# selected}}', { count })}
        </h2>
      }
      open={open}
      onClose={onClose}
    >
      <OrganiseSection rating={0} flag={null} details={null} many onCollect={onCollect} />
      <ActsList asset={null} count={count} inTrash={inTrash} onTrash={onTrash} onExport={onExport} />
    </InspectorPane>
  )
}

type ManyProps = Omit<AssetInspectorProps, 'asset'> & { count: number }

/** What its file is, and what can be done where that is gone. */
function Facts({ asset }: { asset: LibraryItem }): JSX.Element {
  const facts = [
    dimensions(asset.width, asset.height),
    apart(asset.format.toUpperCase()),
    bytes(asset.sizeBytes),
    asset.profile && apart(asset.profile),
  ]
  return (
    <Section joined>
      <p className="hint">{facts.filter(Boolean).join(' · ')}</p>
      {!asset.present && (
        <div style={{ marginTop: 10 }}>
          <Note tone="attention">
            {t('The file was moved or deleted: {path}. Its receipt is kept.', { path: asset.path })}
          </Note>
          <div className="row" style={{ marginTop: 10 }}>
            <Button small onClick={() => void findMissing({ ids: [asset.id] })}>
              {t('Locate…')}
            </Button>
            <Button small onClick={() => void fetchMissing({ ids: [asset.id] })}>
              {t('Download again')}
            </Button>
          </div>
        </div>
      )}
    </Section>
  )
}

/** What it was made from: a prompt, or a file. */
function Source({ asset }: { asset: LibraryItem }): JSX.Element {
  const isGenerated = asset.kind === 'generation'
  return (
    <CopySection
      title={isGenerated ? t('Prompt') : t('From')}
      label={t('Copy prompt')}
      text={isGenerated ? asset.title : ''}
    >
      <p className="small soft selectable" {...given} style={{ marginTop: 4, overflowWrap: 'anywhere' }}>
        {asset.title.length > fewLetters ? `${asset.title.slice(0, fewLetters)}…` : asset.title}
      </p>
      <p className="hint" style={{ marginTop: 4 }}>
        {asset.skill === null ? <AsGiven>{asset.modelName}</AsGiven> : skillLabels(asset.skill).name}
      </p>
    </CopySection>
  )
}

/** The chosen picture: what it is, how it was made, what was paid, what can be done with it. */
export function AssetInspector(props: AssetInspectorProps): JSX.Element | null {
  const { asset, inTrash, open, onClose, onTrash, onCollect, onExport } = props
  const count = useLibrary((library) => countOf(library.chosen))
  const group = useLibrary(isGroup)
  const details = useDetails(asset?.id ?? null)
  const viewing = useView((view) => view.viewing)
  if (group && !viewing) return <ManyInspector {...props} count={count} />
  if (!asset) return <NothingChosen open={open} onClose={onClose} />
  return (
    <InspectorPane
      label={t('Details')}
      head={
        <h2 className="strong cut-end" style={{ flex: 1 }}>
          <FileName name={asset.name} />
        </h2>
      }
      open={open}
      onClose={onClose}
    >
      <Facts asset={asset} />
      <OrganiseSection rating={asset.rating} flag={asset.flag} details={details} many={false} onCollect={onCollect} />
      <Source asset={asset} />
      {asset.parentId !== null && <MadeHere parentId={asset.parentId} />}
      <ReceiptSummary asset={asset} />
      <Twins details={details} />
      <Likes details={details} />
      <ActsList asset={asset} count={1} inTrash={inTrash} onTrash={onTrash} onExport={onExport} />
    </InspectorPane>
  )
}

/** Pictures that look the same without being the same file; each can be laid beside this one. */
function Likes({ details }: { details: LibraryDetails | null }): JSX.Element | null {
  const openAsset = useView((view) => view.chooseAsset)
  if (details === null || details.alike.length === 0) return null
  return (
    <Section
      title={t('{count, plural, one {# look-alike} other {# look-alikes}}', {
        count: details.alike.length,
      })}
    >
      {details.alike.slice(0, 3).map(({ id, name }) => (
        <div key={id} className="row">
          <button type="button" className="text-link cut-end" onClick={() => openAsset(id, true)}>
            <FileName name={name} />
          </button>
          <Button
            small
            look="quiet"
            className="push"
            aria-label={t('Compare with {name}', { name })}
            onClick={() => compareWith(id)}
          >
            {t('Compare')}
          </Button>
        </div>
      ))}
    </Section>
  )
}

/** The same bytes under other names. */
function Twins({ details }: { details: LibraryDetails | null }): JSX.Element | null {
  const openAsset = useView((view) => view.chooseAsset)
  if (details === null || details.twins.length === 0) return null
  return (
    <Section title={t('{twins, plural, one {# duplicate} other {# duplicates}}', { twins: details.twins.length })}>
      {details.twins.slice(0, 3).map(({ id, name }) => (
        <button key={id} type="button" className="text-link cut-end" onClick={() => openAsset(id, true)}>
          <FileName name={name} />
        </button>
      ))}
    </Section>
  )
}
