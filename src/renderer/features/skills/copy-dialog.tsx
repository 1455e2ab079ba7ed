import type { JSX } from 'react'
import type { InspectedFile } from '../../../contract/files.ts'
import { Button } from '../../components/button.tsx'
import { DialogActs, DialogBody, DialogFrame } from '../../components/dialog.tsx'
import { bytes, dimensions } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { useSkills } from '../../stores/skill-store.ts'
import styles from './skills.module.css'
import type { LeftOut } from './use-skill-order.ts'

type Offered = NonNullable<NonNullable<LeftOut['original']>['reencode']>

/** The middle of the original and of its copy, pixel for pixel; known by the address of the file's thumbnail. */
function Details({ file }: { file: InspectedFile }): JSX.Element | null {
  const base = file.thumbnail?.replace(/\/thumbnail$/, '')
  if (base === undefined) return null
  return (
    <div className={styles.details}>
      {(['original', 'copy'] as const).map((of) => (
        <figure key={of}>
          <img
            src={`${base}/${of}`}
            alt={
              of === 'original'
                ? t('The middle of the original, pixel for pixel')
                : t('The middle of the copy, pixel for pixel')
            }
            decoding="async"
          />
          <figcaption className="hint">{of === 'original' ? t('Original') : t('Copy')}</figcaption>
        </figure>
      ))}
    </div>
  )
}

interface CopyDialogProps {
  skill: string
  file: InspectedFile
  offered: Offered
  onClose: () => void
}

/** An original too large for an upload, and the copy that could go instead, to be looked at before it is accepted (A1). */
export function CopyDialog({ skill, file, offered, onClose }: CopyDialogProps): JSX.Element {
  const reencode = useSkills((state) => state.reencode)
  return (
    <DialogFrame className={styles.compare} onClose={onClose}>
      <DialogBody title={t('{name} is too large to upload', { name: file.name })}>
        <p className="soft">
          {t(
            'It has {size}. You can send a {copySize} copy instead: all {pixels} pixels, re-encoded at quality {quality} of 100. The file on this computer doesn’t change. Or add its public URL to send the original.',
            {
              size: bytes(file.sizeBytes),
              copySize: bytes(offered.sizeBytes),
              pixels: dimensions(file.width, file.height) ?? '',
              quality: offered.quality,
            },
          )}
        </p>
        <Details file={file} />
      </DialogBody>
      <DialogActs>
        <Button onClick={onClose}>{t('Remove')}</Button>
        <Button
          look="primary"
          onClick={() => {
            reencode(skill, [file.file], true)
            onClose()
          }}
        >
          {t('Send the copy')}
        </Button>
      </DialogActs>
    </DialogFrame>
  )
}
