import { Images, PanelRight, SearchX } from 'lucide-react'
import { type JSX, useEffect, useState } from 'react'
import { ask } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { Empty } from '../../components/empty.tsx'
import { SearchField } from '../../components/field.tsx'
import { Note } from '../../components/note.tsx'
import pane from '../../components/pane.module.css'
import { Range } from '../../components/range.tsx'
import { cx } from '../../lib/cx.ts'
import { figure } from '../../lib/format.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { useView } from '../../stores/view-store.ts'
import { AssetInspector } from './asset-inspector.tsx'
import { Grid } from './grid.tsx'
import styles from './library.module.css'
import { useComing } from './use-grid.ts'
import { Viewer } from './viewer.tsx'

function EmptyLibrary({ searching }: { searching: boolean }): JSX.Element {
  const go = useView((view) => view.go)
  const find = useLibrary((library) => library.find)
  const showAll = (): void => {
    // The button goes with the search; who pressed it goes on at the field.
    document.querySelector<HTMLElement>('input[type="search"]')?.focus()
    find('')
  }
  if (searching) {
    return (
      <Empty icon={SearchX} title="Nothing found" acts={<Button onClick={showAll}>Show all pictures</Button>}>
        No prompt, file name, model or Skill in this library has these words.
      </Empty>
    )
  }
  return (
    <Empty
      icon={Images}
      title="Your library is empty"
      acts={
        <>
          <Button onClick={() => go('skills')}>Cut a picture out</Button>
          <Button onClick={() => go('create')}>Make a picture</Button>
        </>
      }
    >
      Every result comes home to this place as a file of your own, with its prompt, settings and receipt, and stays here
      without the service. Drop a picture on the window to begin.
    </Empty>
  )
}

function LibraryTools({ onDetails }: { onDetails: () => void }): JSX.Element {
  const total = useLibrary((library) => library.total)
  const search = useLibrary((library) => library.search)
  const find = useLibrary((library) => library.find)
  const rowHeight = useView((view) => view.rowHeight)
  const setRowHeight = useView((view) => view.setRowHeight)
  const [typed, setTyped] = useState(search)
  const settled = useDebounced(typed, 180)
  useEffect(() => find(settled), [settled, find])
  useEffect(() => {
    if (search === '') setTyped('')
  }, [search])
  return (
    <div className={pane.toolbar}>
      <h1 className="title">Library</h1>
      <span className="figure hint" aria-live="polite">
        {figure(total)}
        <span className="sr-only"> pictures</span>
      </span>
      <div className={cx(styles.search, 'push')}>
        <SearchField
          label="Search the library"
          placeholder="Prompt, model, file name"
          value={typed}
          onText={setTyped}
        />
      </div>
      <span className={cx(pane.divider, 'not-narrow')} />
      <Range
        label="Picture size"
        min={72}
        max={320}
        step={8}
        value={rowHeight}
        words={`${rowHeight} pixels high`}
        onChange={setRowHeight}
      />
      <Button look="quiet" small square className="only-narrow" aria-label="Details" onClick={onDetails}>
        <PanelRight size={16} strokeWidth={1.6} aria-hidden />
      </Button>
    </div>
  )
}

export function LibraryScreen(): JSX.Element {
  const items = useLibrary((library) => library.items)
  const search = useLibrary((library) => library.search)
  const cursor = useLibrary((library) => library.cursor)
  const loading = useLibrary((library) => library.loading)
  const trouble = useLibrary((library) => library.trouble)
  const reload = useLibrary((library) => library.reload)
  const assetId = useView((view) => view.assetId)
  const viewing = useView((view) => view.viewing)
  const chooseAsset = useView((view) => view.chooseAsset)
  const [detailsOpen, setDetailsOpen] = useState(false)
  const [trashing, setTrashing] = useState(false)
  const index = assetId === null ? -1 : items.findIndex((item) => item.id === assetId)
  const asset = items[index] ?? null
  const coming = useComing().length > 0
  const empty = items.length === 0 && cursor !== undefined && !loading && !coming

  const trash = async (): Promise<void> => {
    if (!asset) return
    const next = items[index + 1] ?? items[index - 1] ?? null
    const answer = await ask('library.trash', { ids: [asset.id] })
    if (!answer) return
    useLibrary.getState().take({ added: [], removed: [asset.id] })
    chooseAsset(next?.id ?? null, true)
  }
  const askTrash = (): void => {
    if (asset) setTrashing(true)
  }

  return (
    <section className={styles.screen} aria-label="Library">
      {viewing && asset ? (
        <Viewer asset={asset} index={index} onDetails={() => setDetailsOpen(true)} onTrash={askTrash} />
      ) : (
        <div className={cx(pane.pane, pane.bench)}>
          <LibraryTools onDetails={() => setDetailsOpen(true)} />
          {trouble !== null && (
            <div className="row" style={{ padding: 16 }}>
              <Note tone="fault">{trouble}</Note>
              <Button small onClick={reload}>
                Read it again
              </Button>
            </div>
          )}
          {empty && trouble === null ? <EmptyLibrary searching={search.trim() !== ''} /> : <Grid onTrash={askTrash} />}
        </div>
      )}
      <AssetInspector asset={asset} open={detailsOpen} onClose={() => setDetailsOpen(false)} onTrash={askTrash} />
      <Confirm
        open={trashing}
        title="Move this picture to the trash?"
        keep="Keep it"
        act="Move to trash"
        onAct={() => void trash()}
        onClose={() => setTrashing(false)}
      >
        {asset?.name} leaves the library for the system's trash. Its receipt stays.
      </Confirm>
    </section>
  )
}
