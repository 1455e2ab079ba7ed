import type { JSX } from 'react'
import { given } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { CopySection } from '../../components/copy-section.tsx'
import { t } from '../../format/messages.ts'
import { fillStyle } from './fill-create.ts'
import styles from './gallery.module.css'

/** The style reference code: only pictures of one family of models have one (service.md §2.6). */
export function StyleSection({ sref }: { sref: string }): JSX.Element {
  return (
    <CopySection title={t('Style code')} label={t('Copy style code')} text={sref}>
      <p className={styles.code} {...given}>
        {sref}
      </p>
      <Button wide onClick={() => fillStyle(sref)}>
        {t('Use style code in Create')}
      </Button>
      <p className={styles.hintBelow}>{t('Only models with style options use it.')}</p>
    </CopySection>
  )
}
