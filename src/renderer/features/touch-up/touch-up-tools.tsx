import { Redo2, RotateCcw, Undo2 } from 'lucide-react'
import type { JSX } from 'react'
import { brushRadii, type TouchUpMode } from '../../../domain/touch-up/stroke.ts'
import { Button } from '../../components/button.tsx'
import { KeyHint } from '../../components/key-hint.tsx'
import pane from '../../components/pane.module.css'
import { Range } from '../../components/range.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { cx } from '../../format/cx.ts'
import { percent } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { rich } from '../../format/rich.tsx'
import styles from './touch-up.module.css'
import type { BrushTool } from './use-drawing.ts'
import type { PreviewParts } from './use-preview.ts'
import type { Strokes } from './use-strokes.ts'

export const modeWords = (): Record<TouchUpMode, string> => ({
  keep: t('Keep'),
  erase: t('Erase'),
  reset: t('As it came'),
})

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

interface ToolsProps {
  tool: BrushTool
  onTool: (tool: BrushTool) => void
  /** The largest radius that makes sense on this picture. */
  most: number
  strokes: Strokes
}

/** The brush, and the way back. A slider moves evenly over sizes that differ a thousandfold. */
export function TouchUpTools({ tool, onTool, most, strokes }: ToolsProps): JSX.Element {
  const size = t('{size} px', { size: Math.round(2 * tool.radius) })
  const softness = Math.round((1 - tool.hardness) * 100)
  return (
    <div className={cx(pane.toolbar, styles.tools)}>
      <Segmented
        label={t('Brush')}
        options={(['keep', 'erase', 'reset'] as const).map((value) => ({ value, label: modeWords()[value] }))}
        value={tool.mode}
        onChoose={(mode) => onTool({ ...tool, mode })}
      />
      <span className={pane.divider} />
      <span className={cx('row', styles.slider)}>
        <span className="hint">{t('Size')}</span>
        <Range
          label={t('Size')}
          min={Math.log2(brushRadii.least)}
          max={Math.log2(most)}
          step={0.05}
          value={Math.log2(tool.radius)}
          valueText={size}
          onChange={(value) => onTool({ ...tool, radius: 2 ** value })}
        />
        <span className={cx('figure', styles.figure)}>{size}</span>
      </span>
      <span className={cx('row', styles.slider)}>
        <span className="hint">{t('Softness')}</span>
        <Range
          label={t('Softness')}
          min={0}
          max={100}
          step={1}
          value={softness}
          valueText={percent(softness)}
          onChange={(value) => onTool({ ...tool, hardness: 1 - value / 100 })}
        />
        <span className={cx('figure', styles.figure)}>{percent(softness)}</span>
      </span>
      <span className="row push">
        <Button
          look="quiet"
          small
          square
          aria-label={t('Undo')}
          title={t('Undo')}
          disabled={strokes.strokes.length === 0}
          onClick={strokes.undo}
        >
          <Undo2 className="points" {...icon} />
        </Button>
        <Button
          look="quiet"
          small
          square
          aria-label={t('Redo')}
          title={t('Redo')}
          disabled={strokes.undone.length === 0}
          onClick={strokes.redo}
        >
          <Redo2 className="points" {...icon} />
        </Button>
        <Button look="quiet" small disabled={strokes.strokes.length === 0} onClick={strokes.clear}>
          <RotateCcw {...icon} />
          {t('Start over')}
        </Button>
      </span>
    </div>
  )
}

/** What Keep brings back, said before anything is drawn. */
function keptWords({ keptFrom, why }: PreviewParts): string {
  if (keptFrom === 'source') return t('Keep brings back the original photograph.')
  switch (why) {
    case 'gone':
      return t(
        'The original photograph is no longer on this computer. Keep shows the cutout’s own hidden colors, if any.',
      )
    case 'changed':
      return t('The original photograph has changed since. Keep shows the cutout’s own hidden colors, if any.')
    case 'shape':
      return t('The original photograph has another shape. Keep shows the cutout’s own hidden colors, if any.')
    case 'unseen':
      return t('The original photograph can’t be shown here. Keep shows the cutout’s own hidden colors, if any.')
    default:
      return t('Keep shows the cutout’s own hidden colors, if any.')
  }
}

/** What the brush does that is chosen. */
export function modeHint(mode: TouchUpMode, parts: PreviewParts): string {
  switch (mode) {
    case 'keep':
      return keptWords(parts)
    case 'erase':
      return t('Erase makes what you paint transparent.')
    case 'reset':
      return t('As it came undoes your changes where you paint.')
  }
}

const hint = (keys: string) => () => <KeyHint keys={keys} />

/** In a line of their own: no help lies over a picture. */
export const TouchUpKeys = (): JSX.Element => (
  <p className={cx(styles.keys, 'hint')}>
    <span className="nowrap">{rich('<key></key> move the brush', { key: hint('← → ↑ ↓') })}</span>
    <span className="nowrap">{rich('<key></key> hold to paint', { key: hint('Space') })}</span>
    <span className="nowrap">{rich('<key></key> keep, erase, as it came', { key: hint('K E R') })}</span>
    <span className="nowrap">{rich('<key></key> size', { key: hint('[ ]') })}</span>
    <span className="nowrap">{rich('<key></key> hold for before', { key: hint('B') })}</span>
    <span className="nowrap">{rich('<key></key> zoom', { key: hint('+ −') })}</span>
    <span className="nowrap not-narrow">{rich('<key></key> move the picture', { key: hint('Alt ← →') })}</span>
  </p>
)
