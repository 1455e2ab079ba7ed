import { Columns2, PanelRight } from 'lucide-react'
import type { JSX, RefObject } from 'react'
import type { LibraryItem } from '../../../contract/library.ts'
import { BarClose } from '../../components/bar-close.tsx'
import { Button } from '../../components/button.tsx'
import { FileName } from '../../components/file-name.tsx'
import pane from '../../components/pane.module.css'
import { Range } from '../../components/range.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { type Surround, SurroundPicker } from '../../components/surround-picker.tsx'
import { ZoomButtons } from '../../components/zoom-buttons.tsx'
import { cx } from '../../format/cx.ts'
import { figure, percent } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { ways, wayWords } from './compared.ts'
import { OtherPicker } from './other-picker.tsx'
import type { Comparing } from './use-comparing.ts'
import type { Stage } from './use-stage.ts'

function ZoomTools({ stage }: { stage: Stage }): JSX.Element {
  const { scale } = stage.placement
  const size = percent(scale * 100)
  return (
    <>
      <ZoomButtons
        isFitted={stage.fitted}
        isOwn={!stage.fitted && scale === 1}
        onFit={stage.fit}
        onOwn={() => stage.zoomTo(1)}
      />
      <span className="row not-narrow">
        <Range
          label={t('Zoom')}
          min={-4}
          max={4}
          step={0.05}
          value={Math.log2(scale)}
          valueText={size}
          onChange={(value) => stage.zoomTo(2 ** value)}
        />
      </span>
      <span className="figure" style={{ width: 48, textAlign: 'end' }}>
        {size}
      </span>
    </>
  )
}

/** What it is laid beside, and how. */
function CompareTools({ comparing, onCompare }: { comparing: Comparing; onCompare: () => void }): JSX.Element | null {
  const { others, other, way, setWay, setOther } = comparing
  if (other === null) return null
  return (
    <>
      <OtherPicker others={others} other={other} onChoose={setOther} />
      <Segmented
        label={t('Compare')}
        options={ways.map((value) => ({ value, label: wayWords()[value] }))}
        value={way}
        onChoose={setWay}
      />
      <Button look="quiet" small aria-label={t('Compare side by side')} onClick={onCompare}>
        <Columns2 size={14} strokeWidth={1.75} aria-hidden />
        <span className="not-narrow">{t('Side by side')}</span>
      </Button>
      <span className={cx(pane.divider, 'not-narrow')} />
    </>
  )
}

interface ViewerBarProps {
  asset: LibraryItem | null
  index: number | null
  total: number
  stage: Stage
  comparing: Comparing
  surround: Surround
  onSurround: (surround: Surround) => void
  detailsShown: boolean
  onDetails: () => void
  onCompare: () => void
  onClose: () => void
  closeRef: RefObject<HTMLButtonElement | null>
}

export function ViewerBar(props: ViewerBarProps): JSX.Element {
  const { asset, index, total, stage, comparing, surround, onSurround, closeRef } = props
  const { detailsShown, onDetails, onCompare, onClose } = props
  const isPicture = asset?.mediaType === 'image'
  return (
    <div className={pane.toolbar}>
      <BarClose ref={closeRef} onClose={onClose} />
      <h1 className="strong cut-end">{asset === null ? t('Loading…') : <FileName name={asset.name} />}</h1>
      {index !== null && (
        <span className="hint nowrap not-narrow">
          {t('{place} of {total}', { place: figure(index + 1), total: figure(total) })}
        </span>
      )}
      <span className="row push">
        <CompareTools comparing={comparing} onCompare={onCompare} />
        {isPicture && <ZoomTools stage={stage} />}
      </span>
      {isPicture && (
        <>
          <span className={cx(pane.divider, 'not-narrow')} />
          <span className="not-narrow row">
            <SurroundPicker value={surround} onChoose={onSurround} />
          </span>
        </>
      )}
      <Button
        look="quiet"
        small
        square
        aria-label={t('Details')}
        title={t('Details (I)')}
        aria-pressed={detailsShown}
        onClick={onDetails}
      >
        <PanelRight className="points" size={16} strokeWidth={1.6} aria-hidden />
      </Button>
    </div>
  )
}
