import { type JSX, useEffect, useRef } from 'react'
import pictures from '../../components/picture.module.css'
import { cx } from '../../format/cx.ts'
import { apart, t } from '../../format/messages.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { Still } from './still.tsx'
import styles from './viewer.module.css'

const beside = 14

interface FilmstripProps {
  /** Place of the open picture. */
  index: number
  total: number
  onChoose: (place: number) => void
}

/** The neighbours of the open picture. */
export function Filmstrip({ index, total, onChoose }: FilmstripProps): JSX.Element {
  const ref = useRef<HTMLDivElement>(null)
  const revision = useLibrary((library) => library.revision)
  const from = Math.max(0, index - beside)
  const end = Math.min(total, index + beside + 1)
  useEffect(() => {
    if (revision >= 0) useLibrary.getState().need(from, end)
  }, [from, end, revision])
  useEffect(() => {
    if (index >= 0) ref.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [index])
  return (
    <nav ref={ref} className={styles.strip} aria-label={t('Filmstrip')}>
      {Array.from({ length: end - from }, (_, offset) => {
        const place = from + offset
        const asset = useLibrary.getState().itemAt(place)
        const ratio = asset?.width && asset.height ? Math.min(2.4, Math.max(0.5, asset.width / asset.height)) : 1
        return (
          <button
            key={place}
            type="button"
            tabIndex={-1}
            className={cx(asset?.hasAlpha && pictures.checker)}
            style={{ aspectRatio: ratio }}
            aria-label={asset ? apart(asset.title.slice(0, 120)) : t('Loading')}
            aria-current={place === index || undefined}
            onClick={() => onChoose(place)}
          >
            {asset?.present && <Still key={asset.id} asset={asset} />}
          </button>
        )
      })}
    </nav>
  )
}
