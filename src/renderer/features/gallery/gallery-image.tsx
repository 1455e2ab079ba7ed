import { ImageOff } from 'lucide-react'
import { type JSX, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { t } from '../../format/messages.ts'
import styles from './gallery.module.css'

interface ImageProps {
  /** With a `?v=` of what it shows: whoever draws it takes it for the key too. */
  src: string
  alt: string
  /** Large enough for words. */
  big?: boolean
}

/** The place of a picture that is not to be had. */
export const NoImage = (): JSX.Element => (
  <span className={styles.away}>
    <ImageOff size={16} strokeWidth={1.5} aria-hidden />
  </span>
)

/** A curated picture as it comes: the engine brings it here while it is waited for, and says nothing where it cannot. */
export function GalleryImage({ src, alt, big = false }: ImageProps): JSX.Element {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<'coming' | 'here' | 'away'>('coming')
  if (state === 'away')
    return (
      <span className={styles.away}>
        <ImageOff size={big ? 24 : 16} strokeWidth={1.5} aria-hidden />
        {big && (
          <>
            <span className={styles.awayWords}>
              {t('This picture could not be downloaded. Its details are saved.')}
            </span>
            <Button
              small
              onClick={() => {
                setAttempt(attempt + 1)
                setState('coming')
              }}
            >
              {t('Try again')}
            </Button>
          </>
        )}
        <span className="sr-only">{alt}</span>
      </span>
    )
  return (
    <>
      {big && state === 'coming' && <span className={styles.coming}>{t('Downloading…')}</span>}
      <img
        // Another try is another address, or the browser would remember that there was nothing.
        src={attempt === 0 ? src : `${src}&try=${attempt}`}
        alt={alt}
        decoding="async"
        loading={big ? 'eager' : 'lazy'}
        draggable={false}
        onLoad={() => setState('here')}
        onError={() => setState('away')}
      />
    </>
  )
}
