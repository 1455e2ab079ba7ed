import { Copy } from 'lucide-react'
import type { JSX } from 'react'
import { given } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { Section } from '../../components/pane.tsx'
import { Tooltip } from '../../components/tooltip.tsx'
import { copyWords } from '../../lib/copy-words.ts'
import { t } from '../../lib/messages.ts'
import { fillStyle } from './fill-create.ts'
import styles from './gallery.module.css'

/** The style reference code: only pictures of one family of models have one (service.md §2.6). */
export function StyleSection({ sref }: { sref: string }): JSX.Element {
  return (
    <Section>
      <div className="row">
        <h3 className="label">{t('Style code')}</h3>
        <span className="push">
          <Tooltip words={t('Copy style code')}>
            <Button
              look="quiet"
              small
              square
              aria-label={t('Copy style code')}
              onClick={() => void copyWords(sref, t('Style code'))}
            >
              <Copy size={14} strokeWidth={1.75} aria-hidden />
            </Button>
          </Tooltip>
        </span>
      </div>
      <p className={styles.code} {...given}>
        {sref}
      </p>
      <Button wide onClick={() => fillStyle(sref)}>
        {t('Use style code in Create')}
      </Button>
      <p className={styles.hintBelow}>{t('Only models with style options heed it; the others leave it aside.')}</p>
    </Section>
  )
}
