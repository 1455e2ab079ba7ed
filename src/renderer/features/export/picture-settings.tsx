import type { JSX } from 'react'
import {
  type ExportFormat,
  type ExportPicture,
  type ExportSize,
  exportFormats,
  exportScales,
  formatFacts,
} from '../../../domain/export/choice.ts'
import { Range } from '../../components/range.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { apart, t } from '../../format/messages.ts'
import styles from './export.module.css'
import { Labelled } from './labelled.tsx'
import { WholeNumberField } from './number-field.tsx'

const longestPixels = 65_535

interface Props {
  picture: ExportPicture
  change: (part: Partial<ExportPicture>) => void
}

const formatWords: Record<ExportFormat, string> = {
  png: 'PNG',
  jpeg: 'JPEG',
  webp: 'WebP',
  avif: 'AVIF',
  tiff: 'TIFF',
}

type Format = ExportFormat | 'as-is'

/** @param isAsIs every file is copied with its very bytes */
export function FormatSetting({
  isAsIs,
  format,
  onFormat,
}: {
  isAsIs: boolean
  format: ExportFormat
  onFormat: (format: ExportFormat | null) => void
}): JSX.Element {
  const options: { value: Format; label: string }[] = [
    { value: 'as-is', label: t('Original') },
    ...exportFormats.map((each) => ({ value: each, label: apart(formatWords[each]) })),
  ]
  return (
    <Labelled label={t('Format')}>
      <Segmented
        label={t('Format')}
        wide
        options={options}
        value={isAsIs ? 'as-is' : format}
        onChoose={(chosen) => onFormat(chosen === 'as-is' ? null : chosen)}
      />
    </Labelled>
  )
}

/** @param words what the sample weighs, beside the quality that makes it so */
export function QualitySetting({ picture, change, weight }: Props & { weight: string | null }): JSX.Element | null {
  if (!formatFacts[picture.format].isLossy) return null
  return (
    <Labelled label={t('Quality')} aside={weight === null ? `${picture.quality}` : `${picture.quality} · ${weight}`}>
      <Range
        label={t('Quality')}
        value={picture.quality}
        min={1}
        max={100}
        step={1}
        valueText={weight === null ? `${picture.quality}` : `${picture.quality}, ${weight}`}
        onChange={(quality) => change({ quality })}
      />
    </Labelled>
  )
}

const firstOf: Record<ExportSize['by'], ExportSize> = {
  original: { by: 'original' },
  longEdge: { by: 'longEdge', pixels: 2048 },
  fit: { by: 'fit', width: 1920, height: 1080 },
  percent: { by: 'percent', percent: 50 },
}

export function SizeSetting({ picture, change }: Props): JSX.Element {
  const { size } = picture
  const resize = (next: ExportSize): void => change({ size: next })
  return (
    <Labelled label={t('Size')}>
      <Segmented
        label={t('Size')}
        wide
        options={[
          { value: 'original', label: t('Original') },
          { value: 'longEdge', label: t('Long edge') },
          { value: 'fit', label: t('Fit within') },
          { value: 'percent', label: t('Percent') },
        ]}
        value={size.by}
        onChoose={(by) => resize(firstOf[by])}
      />
      {size.by === 'longEdge' && (
        <WholeNumberField
          label={t('Long edge, px')}
          value={size.pixels}
          least={1}
          most={longestPixels}
          onNumber={(pixels) => resize({ by: 'longEdge', pixels: pixels ?? 1 })}
        />
      )}
      {size.by === 'percent' && (
        <WholeNumberField
          label={t('Percent of its own size')}
          value={size.percent}
          least={1}
          most={100}
          onNumber={(percent) => resize({ by: 'percent', percent: percent ?? 100 })}
        />
      )}
      {size.by === 'fit' && (
        <div className={styles.pair}>
          <WholeNumberField
            label={t('Width, px')}
            value={size.width}
            least={1}
            most={longestPixels}
            canBeEmpty
            onNumber={(width) => resize({ ...size, width })}
          />
          <WholeNumberField
            label={t('Height, px')}
            value={size.height}
            least={1}
            most={longestPixels}
            canBeEmpty
            onNumber={(height) => resize({ ...size, height })}
          />
        </div>
      )}
    </Labelled>
  )
}

export function ScalesSetting({ picture, change }: Props): JSX.Element {
  const { scales } = picture
  const toggle = (scale: (typeof exportScales)[number], on: boolean): void => {
    const next = exportScales.filter((each) => (each === scale ? on : scales.includes(each)))
    // One file comes of it at least.
    if (next.length > 0) change({ scales: next })
  }
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t('Scales')}</legend>
      <div className={styles.chips}>
        {exportScales.map((scale) => (
          <label key={scale} className={styles.chip}>
            <input
              type="checkbox"
              checked={scales.includes(scale)}
              onChange={(event) => toggle(scale, event.target.checked)}
            />
            <span>{t('{scale}×', { scale })}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
