import { type JSX, useState } from 'react'
import pictures from '../../components/picture.module.css'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import styles from './first-run.module.css'

/** The bundled photograph and its cutout under one line that can be moved. */
export function Sample({ onMissing }: { onMissing: () => void }): JSX.Element {
  const [at, setAt] = useState(52)
  // Its place has its shape, so that nothing of it is cut off.
  const [ratio, setRatio] = useState(4 / 3)
  return (
    <div className={styles.picture}>
      {/* Pictures do not turn round, and the slide goes along with its line. */}
      <div className={styles.pair} style={{ aspectRatio: ratio }} dir="ltr">
        <img
          src="printroom://sample/before"
          alt={t('The sample photograph')}
          onError={onMissing}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setRatio(naturalWidth / naturalHeight)}
          draggable={false}
        />
        <div className={styles.half} style={{ clipPath: `inset(0 0 0 ${at}%)` }}>
          <img src="printroom://sample/after" alt={t('The same, cut out')} onError={onMissing} draggable={false} />
        </div>
        <span className={styles.line} style={{ left: `${at}%` }} />
        <span className={cx(pictures.plate, styles.before)}>{t('Sample, before')}</span>
        <span className={cx(pictures.plate, styles.after)}>{t('Cut out')}</span>
        <input
          className={styles.slide}
          type="range"
          min={0}
          max={100}
          value={at}
          aria-label={t('Compare before and after')}
          onChange={(event) => setAt(Number(event.target.value))}
        />
      </div>
      <ol className={styles.teach}>
        <li>
          <b>{t('Drop pictures anywhere.')}</b>
          <span className="hint">{t('One, hundreds or a folder. You choose what to do with them.')}</span>
        </li>
        <li>
          <b>{t('See the price first.')}</b>
          <span className="hint">{t('The order button always shows the total.')}</span>
        </li>
        <li>
          <b>{t('Keep the receipt.')}</b>
          <span className="hint">{t('Saved before anything is sent, and kept.')}</span>
        </li>
      </ol>
    </div>
  )
}
