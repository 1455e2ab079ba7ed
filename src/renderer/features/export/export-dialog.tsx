import { type ComponentProps, type JSX, useEffect, useState } from 'react'
import type { LibraryItem } from '../../../contract/library.ts'
import { plannedFiles } from '../../../domain/export/plan.ts'
import type { ExportWish } from '../../../domain/export/wish.ts'
import { exportName, exportValues } from '../../../domain/naming/export-name.ts'
import { callMain } from '../../bridge/bridge.ts'
import { Button } from '../../components/button.tsx'
import { DialogActs, DialogBody, DialogFrame } from '../../components/dialog.tsx'
import { bytes } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { usePractice } from '../../stores/app-store.ts'
import { useExports } from '../../stores/exports-store.ts'
import { BackgroundSetting, ProfileSetting, TrimSetting } from './canvas-settings.tsx'
import { estimateOf } from './estimate.ts'
import styles from './export.module.css'
import { NamingSettings, namingProblem } from './naming-settings.tsx'
import { FormatSetting, QualitySetting, ScalesSetting, SizeSetting } from './picture-settings.tsx'
import { PresetBar } from './preset-bar.tsx'
import { ExportPreview } from './preview.tsx'
import { useExportWish } from './use-export-wish.ts'
import { useSample } from './use-sample.ts'

/** Reads what is to be exported. */
export type ReadExported = () => Promise<readonly LibraryItem[] | null>

/** What is chosen as the dialog opens; it stays that, whatever comes home meanwhile. Null: not read yet. */
function useChosen(read: ReadExported, onClose: () => void): readonly LibraryItem[] | null {
  const [items, setItems] = useState<readonly LibraryItem[] | null>(null)
  useEffect(() => {
    void read().then((found) => (found ? setItems(found) : onClose()))
    // As it opens, and never again.
  }, [])
  return items
}

function exampleOf(item: LibraryItem | undefined, wish: ExportWish, isPractice: boolean): string {
  if (item === undefined) return ''
  const [file] = wish.picture === null || item.mediaType === 'video' ? [] : plannedFiles(wish.picture)
  const own = /\.([^.]+)$/.exec(item.name)?.[1] ?? item.format
  return exportName(wish.template, exportValues(item, 1), file?.extension ?? own, 1, isPractice, file?.ending)
}

interface Props {
  /** How many are shown to be exported until they are read. */
  count: number
  read: ReadExported
  onClose: () => void
}

interface PictureSettingsProps extends ComponentProps<typeof QualitySetting> {
  isAsIs: boolean
}

/** What each picture becomes. */
function PictureSettings({ isAsIs, picture, change, weight }: PictureSettingsProps): JSX.Element {
  if (isAsIs) return <p className="small soft">{t('Every file is copied as it came, byte for byte.')}</p>
  return (
    <>
      <QualitySetting picture={picture} change={change} weight={weight} />
      <SizeSetting picture={picture} change={change} />
      <ScalesSetting picture={picture} change={change} />
      <TrimSetting picture={picture} change={change} />
      <BackgroundSetting picture={picture} change={change} />
      <ProfileSetting picture={picture} change={change} />
    </>
  )
}

const Total = ({ files, sizeBytes }: { files: number; sizeBytes: number | null }): JSX.Element => (
  <span className={styles.total} aria-live="polite">
    {sizeBytes === null
      ? t('{files, plural, one {# file} other {# files}}', { files })
      : t('{files, plural, one {# file} other {# files}}, about {size}', { files, size: bytes(sizeBytes) })}
  </span>
)

/** Files for other people and programs: of the form, size and name that they need. */
export function ExportDialog({ count, read, onClose }: Props): JSX.Element {
  const items = useChosen(read, onClose) ?? []
  const { wish, change, picture, changePicture } = useExportWish()
  const [at, setAt] = useState(0)
  const [busy, setBusy] = useState(false)
  const isPractice = usePractice()
  const sampled = useSample(items[at]?.id ?? null, wish.picture, wish.mark)
  const made = sampled.is === 'made' ? sampled : null
  const { files, sizeBytes } = estimateOf(items, wish.picture, made)
  const isBlocked = busy || items.length === 0 || namingProblem(wish.template) !== null
  const weight = made === null ? null : bytes(made.sample.files.reduce((sum, file) => sum + file.sizeBytes, 0))

  const act = async (): Promise<void> => {
    setBusy(true)
    const answer = await callMain('library.export', { of: { ids: items.map(({ id }) => id) }, wish })
    setBusy(false)
    if (!answer || answer.value === null) return
    useExports.getState().take(answer.value)
    onClose()
  }
  return (
    <DialogFrame onClose={onClose} className={styles.sheet}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBlocked) void act()
        }}
      >
        <DialogBody
          title={t('Export {count, plural, one {# result} other {# results}}', { count: items.length || count })}
          className={styles.body}
        >
          <PresetBar wish={wish} onWish={change} />
          <div className={styles.halves}>
            <ExportPreview items={items} at={at} onPlace={setAt} picture={wish.picture} sampled={sampled} />
            <div className={styles.settings}>
              <FormatSetting
                isAsIs={wish.picture === null}
                format={picture.format}
                onFormat={(format) => (format === null ? change({ picture: null }) : changePicture({ format }))}
              />
              <PictureSettings
                isAsIs={wish.picture === null}
                picture={picture}
                change={changePicture}
                weight={weight}
              />
              <NamingSettings wish={wish} example={exampleOf(items[0], wish, isPractice)} change={change} />
            </div>
          </div>
        </DialogBody>
        <DialogActs>
          <Total files={files} sizeBytes={sizeBytes} />
          <span className="hint not-narrow">{t('Nothing is overwritten.')}</span>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" type="submit" disabled={isBlocked}>
            {t('Choose a folder…')}
          </Button>
        </DialogActs>
      </form>
    </DialogFrame>
  )
}
