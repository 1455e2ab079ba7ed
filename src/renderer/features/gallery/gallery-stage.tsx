import { ChevronLeft, ChevronRight, PanelRight, X } from 'lucide-react'
import { type JSX, useEffect, useRef } from 'react'
import type { GalleryView } from '../../../contract/gallery.ts'
import { given } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import pane from '../../components/pane.module.css'
import { cx } from '../../format/cx.ts'
import { apart, t } from '../../format/messages.ts'
import { flowKey } from '../../grid/flow-key.ts'
import { isCovered } from '../../hooks/keys.ts'
import { useNarrow } from '../../hooks/use-narrow.ts'
import { useGallery } from '../../stores/gallery-store.ts'
import styles from './gallery.module.css'
import { GalleryImage } from './gallery-image.tsx'
import { LookUpAnswer } from './look-up.tsx'

interface StageProps {
  picture: GalleryView
  /** Which of its pictures. */
  place: number
  onDetails: () => void
}

const inField = (target: EventTarget | null): boolean =>
  isCovered(target) || (target instanceof Element && target.closest('input, textarea') !== null)

/** The arrows turn over, Escape closes. */
function useStageKeys(place: number, last: number): void {
  const openAt = useGallery((gallery) => gallery.openAt)
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || inField(event.target)) return
      const to: Record<string, number | null> = {
        Escape: null,
        ArrowLeft: Math.max(0, place - 1),
        ArrowRight: Math.min(last, place + 1),
      }
      const key = flowKey(event.key)
      if (!Object.hasOwn(to, key)) return
      event.preventDefault()
      openAt(to[key] ?? null)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [place, last, openAt])
}

function StageBar({ picture, place, onDetails }: StageProps): JSX.Element {
  const openAt = useGallery((gallery) => gallery.openAt)
  const narrow = useNarrow()
  const { pictures, author, id } = picture
  return (
    <div className={pane.toolbar}>
      <Button look="quiet" small onClick={() => openAt(null)}>
        <X size={14} strokeWidth={1.75} aria-hidden />
        {t('Close')}
      </Button>
      <span className={pane.divider} />
      <h1 className="strong cut-end" {...given}>
        {author ?? id}
      </h1>
      {pictures.length > 1 && (
        <span className="hint nowrap">{t('{place} of {total}', { place: place + 1, total: pictures.length })}</span>
      )}
      <span className="row push">
        {pictures.length > 1 && (
          <>
            <Button
              look="quiet"
              small
              square
              aria-label={t('Previous picture')}
              disabled={place === 0}
              onClick={() => openAt(place - 1)}
            >
              <ChevronLeft className="points" size={16} strokeWidth={1.6} aria-hidden />
            </Button>
            <Button
              look="quiet"
              small
              square
              aria-label={t('Next picture')}
              disabled={place >= pictures.length - 1}
              onClick={() => openAt(place + 1)}
            >
              <ChevronRight className="points" size={16} strokeWidth={1.6} aria-hidden />
            </Button>
          </>
        )}
        {narrow && (
          <Button look="quiet" small square aria-label={t('Details')} onClick={onDetails}>
            <PanelRight className="points" size={16} strokeWidth={1.6} aria-hidden />
          </Button>
        )}
      </span>
    </div>
  )
}

/** All pictures of one post. */
function Strip({ pictures, place }: { pictures: GalleryView['pictures']; place: number }): JSX.Element {
  const openAt = useGallery((gallery) => gallery.openAt)
  return (
    <nav className={styles.strip} aria-label={t('All pictures of this post')}>
      {pictures.map(({ thumbnail }, at) => (
        <button
          key={thumbnail}
          type="button"
          aria-label={t('Picture {place} of {total}', { place: at + 1, total: pictures.length })}
          aria-current={at === place || undefined}
          onClick={() => openAt(at)}
        >
          <GalleryImage src={thumbnail} alt="" />
        </button>
      ))}
    </nav>
  )
}

/** One curated picture large, with all others of the same post below it. */
export function GalleryStage({ picture, place, onDetails }: StageProps): JSX.Element {
  const stage = useRef<HTMLElement>(null)
  const { pictures, title, id } = picture
  const shown = pictures[place] ?? pictures[0]
  useEffect(() => {
    stage.current?.focus()
  }, [])
  useStageKeys(place, pictures.length - 1)
  return (
    <div className={cx(pane.pane, pane.bench)}>
      <StageBar picture={picture} place={place} onDetails={onDetails} />
      <LookUpAnswer />
      <figure
        ref={stage}
        className={styles.stage}
        tabIndex={-1}
        aria-label={title === '' ? t('Picture {id}', { id }) : apart(title)}
      >
        {shown && (
          <GalleryImage
            key={shown.full}
            src={shown.full}
            alt={title === '' ? t('Picture {id}', { id }) : apart(title)}
            big
          />
        )}
      </figure>
      {pictures.length > 1 && <Strip pictures={pictures} place={place} />}
    </div>
  )
}
