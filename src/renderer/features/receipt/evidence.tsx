import { Copy, FolderOpen } from 'lucide-react'
import type { JSX } from 'react'
import type { AssetView, ReceiptView } from '../../../contract/views.ts'
import { isEndState } from '../../../domain/request/states.ts'
import { callMain } from '../../bridge/bridge.ts'
import { AsGiven, EngineSentence, given, said } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { FileName } from '../../components/file-name.tsx'
import { Note } from '../../components/note.tsx'
import { Pairs } from '../../components/pairs.tsx'
import { InspectorPane, Section } from '../../components/pane.tsx'
import { Thumb } from '../../components/picture.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { Timeline } from '../../components/timeline.tsx'
import { Tooltip } from '../../components/tooltip.tsx'
import { bytes, dimensions, shortHash } from '../../format/format.ts'
import { apart, t } from '../../format/messages.ts'
import { lookOfRequest } from '../../format/state-look.ts'
import { copyText } from '../../stores/copy-text.ts'
import { useView } from '../../stores/view-store.ts'
import { CopiesSection } from '../copies/copies-section.tsx'
import { RequestProject } from '../projects/project-line.tsx'
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
          data-opens={asset.id}
          onClick={() => openAsset(asset.id)}
        >
          <FileName name={asset.name} />
        </button>
        <span className="hint">
          {[dimensions(asset.width, asset.height), bytes(asset.sizeBytes), asset.present ? null : t('moved or deleted')]
            .filter(Boolean)
            .join(', ')}
        </span>
        <span className={styles.hash} title={asset.sha256} {...given}>
          <AsGiven>sha256 {shortHash(asset.sha256)}</AsGiven>
        </span>
      </span>
      <span className="row" style={{ gap: 0, alignItems: 'flex-start' }}>
        <Tooltip label={t('Show in folder')}>
          <Button
            look="quiet"
            small
            square
            aria-label={t('Show {name} in folder', { name: asset.name })}
            onClick={() => void callMain('library.showInFolder', { id: asset.id })}
          >
            <FolderOpen {...icon} />
          </Button>
        </Tooltip>
        <Tooltip label={t('Copy hash')}>
          <Button
            look="quiet"
            small
            square
            aria-label={t('Copy hash of {name}', { name: asset.name })}
            onClick={() => void copyText(asset.sha256, t('Hash'))}
          >
            <Copy {...icon} />
          </Button>
        </Tooltip>
      </span>
    </li>
  )
}

function Standing({ request }: Pick<ReceiptView, 'request'>): JSX.Element {
  return (
    <Section>
      <div className="row">
        <StateBadge look={lookOfRequest(request)} />
      </div>
      <div style={{ marginTop: 10 }}>
        {request.error !== null ? (
          <Note tone={request.state === 'partial' ? 'attention' : 'fault'}>
            <EngineSentence>{request.error}</EngineSentence>
          </Note>
        ) : (
          <p className="small soft" {...said}>
            {request.now}
          </p>
        )}
      </div>
    </Section>
  )
}

/** What came of it, and what is paid for and still to come. */
function Files({ request }: Pick<ReceiptView, 'request'>): JSX.Element {
  return (
    <Section title={t('Files, {count} saved', { count: request.assets.length })}>
      {request.assets.length === 0 ? (
        <p className="small soft">
          {request.state === 'completed' || request.state === 'partial'
            ? t('No longer in the library. The receipt is kept.')
            : isEndState(request.state)
              ? t('None.')
              : t('None yet.')}
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
          {t('Paid, not downloaded yet: {reason} Tried {times, plural, one {# time} other {# times}}.', {
            reason: owed.reason,
            times: owed.triedTimes,
          })}
        </Note>
      ))}
    </Section>
  )
}

/** Beside the paper: the files with their hashes, what preparation did, and every attempt. */
export function Evidence({ receipt }: { receipt: ReceiptView }): JSX.Element {
  const { request, preparation, bodySha256, bodyBytes } = receipt
  return (
    <InspectorPane label={t('Evidence')} head={<h2 className="title">{t('Evidence')}</h2>} stays>
      <Standing request={request} />
      <Section>
        <RequestProject id={request.id} project={request.project} />
      </Section>
      <Files request={request} />
      <CopiesSection receipt={receipt} />
      {preparation.length > 0 && (
        <Section title={t('Preparation, on this computer')}>
          <Pairs
            of={preparation.map(({ source, words }) => ({
              name: apart(source),
              value: <EngineSentence>{words}</EngineSentence>,
            }))}
          />
        </Section>
      )}
      {bodySha256 !== null && (
        <Section title={t('What was sent')}>
          <p className="hint">
            {bodyBytes !== null && `${t('{size}, identical each time.', { size: bytes(bodyBytes) })} `}
            <span className={styles.hash} title={bodySha256} {...given}>
              <AsGiven>sha256 {shortHash(bodySha256)}</AsGiven>
            </span>
          </p>
        </Section>
      )}
      <Section title={t('Attempts')}>
        <Timeline entries={receipt.timeline} />
      </Section>
    </InspectorPane>
  )
}
