import { FolderHeart, Images, SearchX, Trash2, Unplug } from 'lucide-react'
import { type JSX, useEffect, useRef, useState } from 'react'
import type { AssetFlag } from '../../../contract/library.ts'
import { holdsWords } from '../../../domain/library/search.ts'
import { callMain } from '../../bridge/bridge.ts'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { Empty } from '../../components/empty.tsx'
import { LibraryTaskStrip } from '../../components/library-task.tsx'
import { Note } from '../../components/note.tsx'
import pane from '../../components/pane.module.css'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import { isCovered, writes } from '../../hooks/keys.ts'
import { useNarrow } from '../../hooks/use-narrow.ts'
import { isGroup } from '../../stores/action-target.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { useView } from '../../stores/view-store.ts'
import { ExportDialog } from '../export/export-dialog.tsx'
import {
  canCompare,
  chosenCount,
  compareChosen,
  flagChosen,
  rateChosen,
  removeForGood,
  restoreChosen,
  trashChosen,
  undoInLibrary,
} from './acts.ts'
import { AssetInspector } from './asset-inspector.tsx'
import { CollectionDialog } from './collection-dialog.tsx'
import { Grid } from './grid.tsx'
import styles from './library.module.css'
import { LibraryTools } from './library-tools.tsx'
import { GoneBar, MissingBar } from './missing-bar.tsx'
import type { CollectionDeed } from './place-menu.tsx'
import { Sidebar } from './sidebar.tsx'
import { useComing } from './use-grid.ts'
import { useLead } from './use-lead.ts'
import { useLibraryActs } from './use-library-acts.ts'
import { useStartupSnapshot } from './use-startup-snapshot.ts'
import { Viewer } from './viewer.tsx'

function EmptyLibrary(): JSX.Element {
  const go = useView((view) => view.go)
  const filter = useLibrary((library) => library.filter)
  const clearFilter = useLibrary((library) => library.clearFilter)
  const showAll = (): void => {
    // The button goes with the search; who pressed it goes on at the field.
    document.querySelector<HTMLElement>('input[type="search"]')?.focus()
    clearFilter()
  }
  const all = <Button onClick={showAll}>{t('Show all pictures')}</Button>
  const { show, collection, sort: _, ...rest } = filter
  const isNarrowed = Object.keys(rest).length > 0
  if (!isNarrowed && show === 'trash')
    return (
      <Empty icon={Trash2} title={t('The trash is empty')} acts={all}>
        {t('Deleted pictures stay here until you empty the trash. Receipts are always kept.')}
      </Empty>
    )
  if (!isNarrowed && show === 'twins')
    return (
      <Empty icon={Images} title={t('No duplicates')} acts={all}>
        {t('No identical files and no look-alikes in this library.')}
      </Empty>
    )
  if (!isNarrowed && show === 'missing')
    return (
      <Empty icon={Unplug} title={t('No file is missing')} acts={all}>
        {t('Every file is where it should be.')}
      </Empty>
    )
  if (!isNarrowed && collection !== undefined)
    return (
      <Empty icon={FolderHeart} title={t('This collection is empty')} acts={all}>
        {t('Select pictures in the library and add them from the pane on the right. Files are not moved.')}
      </Empty>
    )
  if (isNarrowed)
    return (
      <Empty icon={SearchX} title={t('Nothing found')} acts={all}>
        {rest.search !== undefined && !holdsWords(rest.search)
          ? t('Search for letters or numbers.')
          : t('No picture matches the search and filters above.')}
      </Empty>
    )
  return (
    <Empty
      icon={Images}
      title={t('Your library is empty')}
      acts={
        <>
          <Button look="primary" onClick={() => go('skills')}>
            {t('Cut a picture out')}
          </Button>
          <Button onClick={() => go('create')}>{t('Make a picture')}</Button>
        </>
      }
    >
      {t(
        'Every result is saved here as your own file, with its prompt, settings and receipt, and works offline. Drop a picture on the window to begin.',
      )}
    </Empty>
  )
}

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

/** As in other programs that one goes through a shoot with. */
const flagOfKey: Readonly<Record<string, AssetFlag | null>> = { p: 'pick', x: 'reject', u: null }

/** Keys of the whole screen, wherever the focus is but in a field or over it: stars, flags, export, and taking back. */
function useScreenKeys(onExport: () => void): void {
  const latest = useRef(onExport)
  useEffect(() => {
    latest.current = onExport
  })
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || writes(event.target) || isCovered(event.target)) return
      const mod = event.ctrlKey || event.metaKey
      if (mod && !event.shiftKey && event.key.toLowerCase() === 'z') {
        event.preventDefault()
        void undoInLibrary()
      } else if (event.key === 'c' && !mod && !useView.getState().viewing && canCompare()) {
        event.preventDefault()
        void compareChosen()
      } else if (!mod && event.key.toLowerCase() === 'e') {
        event.preventDefault()
        latest.current()
      } else if (!mod && /^[0-5]$/.test(event.key) && !useView.getState().viewing) {
        event.preventDefault()
        void rateChosen(Number(event.key))
      } else if (!mod && !event.shiftKey && Object.hasOwn(flagOfKey, event.key)) {
        event.preventDefault()
        void flagChosen(flagOfKey[event.key] ?? null)
      }
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

export function LibraryScreen(): JSX.Element {
  const total = useLibrary((library) => library.total)
  const filter = useLibrary((library) => library.filter)
  const list = useLibrary((library) => library.list)
  const revision = useLibrary((library) => library.listRevision)
  const isWhole = useLibrary((library) => library.isWhole)
  const trouble = useLibrary((library) => library.trouble)
  const reload = useLibrary((library) => library.reload)
  const viewing = useView((view) => view.viewing)
  const [detailsOpen, setDetailsOpen] = useState(false)
  const [exporting, setExporting] = useState(false)
  const [deed, setDeed] = useState<CollectionDeed | { do: 'put' } | null>(null)
  const { asset, place } = useLead()
  const narrow = useNarrow()
  const viewerPane = useView((view) => view.viewerPane)
  const setViewerPane = useView((view) => view.setViewerPane)
  const isWide = viewing && asset !== null && !viewerPane
  const sidebar = useView((view) => view.librarySidebar) ?? !narrow
  const setSidebar = useView((view) => view.setLibrarySidebar)
  const front = useComing().length
  const coming = front > 0
  const empty = total === 0 && list !== null && isWhole && !coming
  const screen = useRef<HTMLElement>(null)
  useStartupSnapshot(screen)
  useScreenKeys(() => setExporting(chosenCount() > 0))

  const isTrash = filter.show === 'trash'
  const isMissing = filter.show === 'missing'
  const group = useLibrary(isGroup) && !viewing
  // Over the list of the trash a picture from elsewhere can be shown, which is in no trash.
  const inTrash = isTrash && (group || place !== null)
  // Asked by main. As many as are shown: where the list has changed since, none.
  const emptyTrash = (): void => {
    if (list !== null) void removeForGood({ list, revision, ranges: [[0, total]] })
  }
  const leave = (): void => {
    if (inTrash) emptyTrash()
    else void trashChosen()
  }
  useLibraryActs(screen, front, { inTrash, onExport: () => setExporting(true), onTrash: leave })
  const drop = async (): Promise<void> => {
    const isDone =
      deed?.do === 'drop'
        ? await callMain('library.dropCollection', { id: deed.id })
        : deed?.do === 'dropSearch' && (await callMain('library.dropSearch', { id: deed.id }))
    if (!isDone) return
    useLibrary.getState().showFilter({})
    await useLibrary.getState().readFacets()
  }
  const dropped = deed?.do === 'drop' || deed?.do === 'dropSearch' ? deed : null
  return (
    <section
      ref={screen}
      className={cx(styles.screen, isWide && styles.wide, sidebar && !viewing && styles.withSidebar)}
      aria-label={t('Library')}
    >
      {sidebar && !viewing && <Sidebar onDeed={setDeed} />}
      {viewing && asset ? (
        <Viewer
          asset={asset}
          index={place}
          detailsShown={narrow ? detailsOpen : viewerPane}
          onDetails={() => (narrow ? setDetailsOpen(!detailsOpen) : setViewerPane(!viewerPane))}
          onTrash={leave}
        />
      ) : (
        <div className={cx(pane.pane, pane.bench)}>
          <LibraryTools
            sidebar={sidebar}
            onSidebar={() => setSidebar(!sidebar)}
            onDetails={() => setDetailsOpen(true)}
            onDeed={setDeed}
          />
          <LibraryTaskStrip bar />
          <GoneBar />
          {isMissing && <MissingBar />}
          {isTrash && <TrashBar isAny={inTrash} onEmpty={emptyTrash} />}
          {trouble !== null && (
            <div className="row" style={{ padding: 16 }}>
              <Note tone="fault">{trouble}</Note>
              <Button small onClick={reload}>
                {t('Refresh')}
              </Button>
            </div>
          )}
          {empty && trouble === null ? <EmptyLibrary /> : <Grid onTrash={leave} />}
        </div>
      )}
      {(!isWide || narrow) && (
        <AssetInspector
          asset={asset}
          inTrash={inTrash}
          open={detailsOpen}
          onClose={() => setDetailsOpen(false)}
          onTrash={leave}
          onCollect={() => setDeed({ do: 'put' })}
          onExport={() => setExporting(true)}
        />
      )}
      <Confirm
        open={dropped !== null}
        title={dropped === null ? '' : t('Delete the collection {name}?', { name: dropped.name })}
        keep={t('Keep')}
        act={t('Delete')}
        onAct={() => void drop()}
        onClose={() => setDeed(null)}
      >
        {t('Its pictures stay in the library.')}
      </Confirm>
      {exporting && <ExportDialog count={chosenCount()} onClose={() => setExporting(false)} />}
      {deed !== null && deed.do !== 'drop' && deed.do !== 'dropSearch' && (
        <CollectionDialog deed={deed} onClose={() => setDeed(null)} />
      )}
    </section>
  )
}
