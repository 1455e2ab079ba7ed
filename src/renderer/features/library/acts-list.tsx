import { Brush, Columns2, CopyPlus, Expand, FolderOpen, Send, Share, Trash2, Undo2 } from 'lucide-react'
import type { JSX } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { LibraryItem } from '../../../contract/library.ts'
import { callMain } from '../../bridge/bridge.ts'
import { Button } from '../../components/button.tsx'
import { KeyHint } from '../../components/key-hint.tsx'
import { Menu } from '../../components/menu.tsx'
import { Acts } from '../../components/pane.tsx'
import { t } from '../../format/messages.ts'
import { canTouchUp, copyPicture } from '../../stores/picture-acts.ts'
import { useSkills } from '../../stores/skill-store.ts'
import { mostCompared, useView } from '../../stores/view-store.ts'
import { entriesForUse } from '../skills/use-in.ts'
import { compareChosen, restoreChosen } from './acts.ts'
import { chosenFiles } from './chosen-files.ts'
import styles from './library.module.css'

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const

interface Props {
  /** The one chosen picture; null where they are several. */
  asset: LibraryItem | null
  count: number
  inTrash: boolean
  onTrash: () => void
  onExport: () => void
}

/** What can be done with what is chosen. */
export function ActsList({ asset, count, inTrash, onTrash, onExport }: Props): JSX.Element {
  const viewing = useView((view) => view.viewing)
  const openViewer = useView((view) => view.openViewer)
  const openTouchUp = useView((view) => view.openTouchUp)
  const skills = useSkills((state) => state.skills?.skills)
  const isHere = asset?.present ?? true
  return (
    <Acts>
      {asset !== null && !viewing && (
        <Button look="quiet" onClick={openViewer}>
          <Expand {...icon} />
          {t('Open large')}
          <KeyHint keys="↵" />
        </Button>
      )}
      {count >= 2 && count <= mostCompared && !viewing && (
        <Button look="quiet" onClick={() => void compareChosen()}>
          <Columns2 {...icon} />
          {t('Compare')}
          <KeyHint keys="C" />
        </Button>
      )}
      {asset !== null && !inTrash && canTouchUp(asset) && (
        <Button look="quiet" data-opens={`touch-up ${asset.id}`} onClick={() => openTouchUp(asset.id)}>
          <Brush {...icon} />
          {t('Touch up edge…')}
          <KeyHint keys="T" />
        </Button>
      )}
      {asset?.mediaType !== 'video' && (
        <Menu
          label={t('Use in')}
          trigger={
            <AriaButton className={styles.actMenu ?? ''} isDisabled={!isHere}>
              <Send {...icon} />
              {t('Use in…')}
            </AriaButton>
          }
          groups={[entriesForUse(skills ?? [], chosenFiles)]}
        />
      )}
      {asset !== null && asset.mediaType === 'image' && (
        <Button look="quiet" disabled={!isHere} onClick={() => void copyPicture(asset.id)}>
          <CopyPlus {...icon} />
          {t('Copy picture')}
        </Button>
      )}
      {asset !== null && (
        <Button look="quiet" disabled={!isHere} onClick={() => void callMain('library.showInFolder', { id: asset.id })}>
          <FolderOpen {...icon} />
          {t('Show in folder')}
        </Button>
      )}
      <Button look="quiet" disabled={!isHere} onClick={onExport}>
        <Share {...icon} />
        {t('Export…')}
        <KeyHint keys="E" />
      </Button>
      {inTrash ? (
        <Button look="quiet" onClick={() => void restoreChosen()}>
          <Undo2 {...icon} />
          {t('Restore')}
        </Button>
      ) : (
        <Button look="quiet" onClick={onTrash}>
          <Trash2 {...icon} />
          {t('Move to trash')}
          <KeyHint keys="Del" />
        </Button>
      )}
    </Acts>
  )
}
