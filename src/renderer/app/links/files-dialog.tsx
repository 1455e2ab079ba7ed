import { ImagePlus } from 'lucide-react'
import type { JSX } from 'react'
import { Menu, MenuItem } from 'react-aria-components'
import type { InspectedFile } from '../../../contract/files.ts'
import { EngineSentence, given } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { DialogActs, DialogBody, DialogFrame } from '../../components/dialog.tsx'
import { Thumb } from '../../components/picture.tsx'
import { bytes, dimensions } from '../../format/format.ts'
import { wasRead } from '../../format/list-age.ts'
import { t } from '../../format/messages.ts'
import { knownSkills, skillLabels } from '../../format/skill-names.ts'
import { useMode } from '../../stores/app-store.ts'
import { useExternalOpens } from '../../stores/external-opens-store.ts'
import { useSkills } from '../../stores/skill-store.ts'
import styles from './links.module.css'
import { useFilesAsReferences, useFilesInSkill } from './use-files.ts'

const mostThumbs = 7

function One({ file }: { file: InspectedFile }): JSX.Element {
  return (
    <div className={styles.one}>
      <Thumb src={file.thumbnail} alt="" width={52} height={52} />
      <span className="stack tight">
        <span className="strong cut-end" {...given}>
          {file.name}
        </span>
        <span className="hint">
          {[dimensions(file.width, file.height), bytes(file.sizeBytes)].filter((part) => part !== null).join(', ')}
        </span>
      </span>
    </div>
  )
}

function Files({ files }: { files: readonly InspectedFile[] }): JSX.Element {
  const usable = files.filter(({ problem }) => problem === null)
  const others = files.filter(({ problem }) => problem !== null)
  const more = usable.length - mostThumbs
  return (
    <>
      {usable.length === 1 ? (
        usable.map((file) => <One key={file.file} file={file} />)
      ) : (
        <div className={styles.files}>
          {usable.slice(0, mostThumbs).map(({ file, thumbnail }) => (
            <Thumb key={file} src={thumbnail} alt="" width={52} height={52} />
          ))}
          {more > 0 && <span className="hint">{t('and {more} more', { more })}</span>}
        </div>
      )}
      {others.slice(0, 3).map(({ file, name, problem }) => (
        <p key={file} className="small attention">
          <EngineSentence>{`${name}: ${problem}`}</EngineSentence>
        </p>
      ))}
      {others.length > 3 && (
        <p className="small attention">
          {t('{more, plural, one {# more file} other {# more files}} cannot be used either.', {
            more: others.length - 3,
          })}
        </p>
      )}
    </>
  )
}

function Asked({ files, onClose }: { files: readonly InspectedFile[]; onClose: () => void }): JSX.Element {
  const listed = useSkills((state) => state.skills)
  const first = useMode() === 'first-run'
  const skills =
    listed && wasRead(listed) ? listed.skills.filter(({ supported }) => supported).map(({ id }) => id) : knownSkills
  const usable = files.filter(({ problem }) => problem === null)
  const use = (key: string): void => {
    onClose()
    if (key === 'create') useFilesAsReferences(files)
    else useFilesInSkill(key.slice('skill:'.length), files)
  }
  return (
    <>
      <DialogBody
        title={
          usable.length === 0
            ? t('Nothing here can be used')
            : t('{count, plural, one {Use this picture in…} other {Use these # pictures in…}}', {
                count: usable.length,
              })
        }
      >
        <Files files={files} />
      </DialogBody>
      {usable.length > 0 && (
        <Menu
          className={styles.uses ?? ''}
          aria-label={t('Use in')}
          autoFocus="first"
          onAction={(key) => use(String(key))}
          onClose={() => undefined}
        >
          {[...skills.map((id) => `skill:${id}`), ...(first ? [] : ['create'])].map((key) => {
            const { name, icon: Icon } =
              key === 'create'
                ? { name: t('Reference in Create'), icon: ImagePlus }
                : skillLabels(key.slice('skill:'.length))
            return (
              <MenuItem key={key} id={key} textValue={name} className={styles.use ?? ''}>
                <Icon size={16} strokeWidth={1.6} aria-hidden />
                <span className="strong">{name}</span>
                <span className="hint push">{key === 'create' ? t('for the next picture') : null}</span>
              </MenuItem>
            )
          })}
        </Menu>
      )}
      <DialogActs>
        <span className={styles.promise}>
          {first
            ? t('They wait until you connect an account or try practice mode.')
            : t('Nothing is sent yet: you’ll see the price first.')}
        </span>
        <Button onClick={onClose}>{usable.length === 0 ? t('Close') : t('Not now')}</Button>
      </DialogActs>
    </>
  )
}

/** Pictures that were opened with the app: what for is asked first. They are looked at as dropped ones are. */
export function FilesDialog(): JSX.Element | null {
  const files = useExternalOpens((arrivals) => arrivals.files)
  const clear = useExternalOpens((arrivals) => arrivals.clearFiles)
  const mode = useMode()
  if (files.length === 0 || mode === null) return null
  return (
    <DialogFrame onClose={clear}>
      <Asked files={files} onClose={clear} />
    </DialogFrame>
  )
}
