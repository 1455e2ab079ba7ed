import { type JSX, useEffect, useRef } from 'react'
import type { AssetView } from '../../../contract/views.ts'
import pictures from '../../components/picture.module.css'
import { cx } from '../../lib/cx.ts'
import styles from './library.module.css'

const beside = 14

interface FilmstripProps {
  items: readonly AssetView[]
  index: number
  onChoose: (id: string) => void
}

/** The neighbours of the open picture. */
export function Filmstrip({ items, index, onChoose }: FilmstripProps): JSX.Element {
  const ref = useRef<HTMLDivElement>(null)
  const from = Math.max(0, index - beside)
  const chosen = items[index]?.id
  useEffect(() => {
    if (chosen === undefined) return
    ref.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [chosen])
  return (
    <nav ref={ref} className={styles.strip} aria-label="Neighbours">
      {items.slice(from, index + beside + 1).map((asset) => {
        const ratio = asset.width && asset.height ? Math.min(2.4, Math.max(0.5, asset.width / asset.height)) : 1
        return (
          <button
            key={asset.id}
            type="button"
            tabIndex={-1}
            className={cx(asset.hasAlpha && pictures.checker)}
            style={{ aspectRatio: ratio }}
            aria-label={asset.title.slice(0, 120)}
            aria-current={asset.id === chosen || undefined}
            onClick={() => onChoose(asset.id)}
          >
            <img src={asset.thumbnail} alt="" decoding="async" draggable={false} />
          </button>
        )
      })}
    </nav>
  )
}
