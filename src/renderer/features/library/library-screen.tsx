import { type JSX, useRef, useState } from 'react'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import { useNarrow } from '../../hooks/use-narrow.ts'
import { isGroup } from '../../stores/action-target.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { useView } from '../../stores/view-store.ts'
import { ExportDialog } from '../export/export-dialog.tsx'
import { chosenCount, chosenItems, removeForGood, trashChosen } from './acts.ts'
import { AssetInspector } from './asset-inspector.tsx'
import { CollectionDialog } from './collection-dialog.tsx'
import { DropDialog, isDrop } from './drop-dialog.tsx'
import { GridPane } from './grid-pane.tsx'
import styles from './library.module.css'
import type { CollectionDeed } from './place-menu.tsx'
import { Sidebar } from './sidebar.tsx'
import { useComing } from './use-grid.ts'
import { useLead } from './use-lead.ts'
import { useLibraryActs } from './use-library-acts.ts'
import { useScreenKeys } from './use-screen-keys.ts'
import { useStartupSnapshot } from './use-startup-snapshot.ts'
import { Viewer } from './viewer.tsx'

/** Asked by main. As many as are shown: where the list has changed since, none. */
function useEmptyTrash(): () => void {
  const list = useLibrary((library) => library.list)
  const revision = useLibrary((library) => library.listRevision)
  const total = useLibrary((library) => library.total)
  return () => {
    if (list !== null) void removeForGood({ list, revision, ranges: [[0, total]] })
  }
}

export function LibraryScreen(): JSX.Element {
  const isTrash = useLibrary((library) => library.filter.show === 'trash')
  const viewing = useView((view) => view.viewing)
  const [detailsOpen, setDetailsOpen] = useState(false)
  const [exporting, setExporting] = useState(false)
  const [deed, setDeed] = useState<CollectionDeed | { do: 'put' } | null>(null)
  const { asset, place, isReading } = useLead()
  const narrow = useNarrow()
  const viewerPane = useView((view) => view.viewerPane)
  const setViewerPane = useView((view) => view.setViewerPane)
  const large = viewing && (asset !== null || isReading)
  const isWide = large && !viewerPane
  const sidebar = useView((view) => view.librarySidebar) ?? !narrow
  const setSidebar = useView((view) => view.setLibrarySidebar)
  const front = useComing().length
  const screen = useRef<HTMLElement>(null)
  const emptyTrash = useEmptyTrash()
  useStartupSnapshot(screen)
  useScreenKeys(() => setExporting(chosenCount() > 0))

  const group = useLibrary(isGroup) && !viewing
  // Over the list of the trash a picture from elsewhere can be shown, which is in no trash.
  const inTrash = isTrash && (group || place !== null)
  const onTrash = (): void => (inTrash ? emptyTrash() : void trashChosen())
  useLibraryActs(screen, front, { inTrash, onExport: () => setExporting(true), onTrash })
  return (
    <section
      ref={screen}
      className={cx(styles.screen, isWide && styles.wide, sidebar && !viewing && styles.withSidebar)}
      aria-label={t('Library')}
    >
      {sidebar && !viewing && <Sidebar onDeed={setDeed} />}
      {large ? (
        <Viewer
          asset={asset}
          index={place}
          detailsShown={narrow ? detailsOpen : viewerPane}
          onDetails={() => (narrow ? setDetailsOpen(!detailsOpen) : setViewerPane(!viewerPane))}
          onTrash={onTrash}
        />
      ) : (
        <GridPane
          sidebar={sidebar}
          onSidebar={() => setSidebar(!sidebar)}
          onDetails={() => setDetailsOpen(true)}
          onDeed={setDeed}
          coming={front > 0}
          inTrash={inTrash}
          onEmptyTrash={emptyTrash}
          onTrash={onTrash}
        />
      )}
      {(!isWide || narrow) && (
        <AssetInspector
          asset={asset}
          inTrash={inTrash}
          open={detailsOpen}
          onClose={() => setDetailsOpen(false)}
          onTrash={onTrash}
          onCollect={() => setDeed({ do: 'put' })}
          onExport={() => setExporting(true)}
        />
      )}
      <DropDialog deed={deed !== null && isDrop(deed) ? deed : null} onClose={() => setDeed(null)} />
      {exporting && <ExportDialog count={chosenCount()} read={chosenItems} onClose={() => setExporting(false)} />}
      {deed !== null && !isDrop(deed) && <CollectionDialog deed={deed} onClose={() => setDeed(null)} />}
    </section>
  )
}
