import type { JSX } from 'react'
import { Button } from '../../components/button.tsx'
import { LibraryTaskStrip } from '../../components/library-task.tsx'
import { Note } from '../../components/note.tsx'
import pane from '../../components/pane.module.css'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { restoreChosen } from './acts.ts'
import { EmptyLibrary } from './empty-library.tsx'
import { Grid } from './grid.tsx'
import styles from './library.module.css'
import { LibraryTools } from './library-tools.tsx'
import { GoneBar, MissingBar } from './missing-bar.tsx'
import type { CollectionDeed } from './place-menu.tsx'

/** Over the grid of the trash: what it is, and the two ways out of it. */
function TrashBar({ isAny, onEmpty }: { isAny: boolean; onEmpty: () => void }): JSX.Element {
  const total = useLibrary((library) => library.total)
  return (
    <div className={styles.trashBar}>
      <p className="small soft">
        {t('Files stay in the library’s folder until you empty the trash. Receipts are always kept.')}
      </p>
      <span className="row push">
        <Button small disabled={!isAny} onClick={() => void restoreChosen()}>
          {t('Restore')}
        </Button>
        <Button small look="destructive" disabled={total === 0} onClick={onEmpty}>
          {t('Empty the trash…')}
        </Button>
      </span>
    </div>
  )
}

interface GridPaneProps {
  sidebar: boolean
  onSidebar: () => void
  onDetails: () => void
  onDeed: (deed: CollectionDeed) => void
  /** Whether requests are under way, which have a cell each. */
  coming: boolean
  /** Whether what is chosen lies in the trash. */
  inTrash: boolean
  onEmptyTrash: () => void
  onTrash: () => void
}

/** The pictures, with the tools and the notes above them. */
export function GridPane(props: GridPaneProps): JSX.Element {
  const { sidebar, onSidebar, onDetails, onDeed, coming, inTrash, onEmptyTrash, onTrash } = props
  const total = useLibrary((library) => library.total)
  const show = useLibrary((library) => library.filter.show)
  const list = useLibrary((library) => library.list)
  const isWhole = useLibrary((library) => library.isWhole)
  const trouble = useLibrary((library) => library.trouble)
  const reload = useLibrary((library) => library.reload)
  const isEmpty = total === 0 && list !== null && isWhole && !coming
  return (
    <div className={cx(pane.pane, pane.bench)}>
      <LibraryTools sidebar={sidebar} onSidebar={onSidebar} onDetails={onDetails} onDeed={onDeed} />
      <LibraryTaskStrip bar />
      <GoneBar />
      {show === 'missing' && <MissingBar />}
      {show === 'trash' && <TrashBar isAny={inTrash} onEmpty={onEmptyTrash} />}
      {trouble !== null && (
        <div className="row" style={{ padding: 16 }}>
          <Note tone="fault">{trouble}</Note>
          <Button small onClick={reload}>
            {t('Refresh')}
          </Button>
        </div>
      )}
      {isEmpty && trouble === null ? <EmptyLibrary /> : <Grid onTrash={onTrash} />}
    </div>
  )
}
