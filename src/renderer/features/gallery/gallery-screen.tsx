import { Frame, PanelRight, SearchX } from 'lucide-react'
import { type JSX, useEffect, useState } from 'react'
import { EngineSentence } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { Empty } from '../../components/empty.tsx'
import { SearchField } from '../../components/field.tsx'
import { Note } from '../../components/note.tsx'
import pane from '../../components/pane.module.css'
import { Select } from '../../components/select.tsx'
import { cx } from '../../format/cx.ts'
import { figure } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { useNarrow } from '../../hooks/use-narrow.ts'
import { useGallery } from '../../stores/gallery-store.ts'
import styles from './gallery.module.css'
import { GalleryGrid } from './gallery-grid.tsx'
import { GalleryInspector } from './gallery-inspector.tsx'
import { GalleryStage } from './gallery-stage.tsx'
import { LookUp, LookUpAnswer } from './look-up.tsx'

const anyLabel = '\0any'

function Tools({ onDetails }: { onDetails: () => void }): JSX.Element {
  const list = useGallery((gallery) => gallery.list)
  const search = useGallery((gallery) => gallery.search)
  const label = useGallery((gallery) => gallery.label)
  const chosen = useGallery((gallery) => gallery.chosen)
  const find = useGallery((gallery) => gallery.find)
  const narrow = useNarrow()
  const total = list?.total ?? 0
  const labels = list?.labels ?? []
  return (
    <div className={cx(pane.toolbar, styles.tools)}>
      <h1 className={cx('title', narrow && 'sr-only')}>{t('Gallery')}</h1>
      {!narrow && total > 0 && <span className="hint">{figure(list?.found ?? total)}</span>}
      <span className={cx(pane.divider, 'not-narrow')} />
      <LookUp />
      {total > 0 && (
        <span className="row push">
          {labels.length > 0 && (
            <Select
              label={t('Label')}
              options={[
                { value: anyLabel, label: t('Any label') },
                ...labels.map(({ name, count }) => ({
                  value: name,
                  label: t('{name} ({count})', { name, count: figure(count) }),
                })),
              ]}
              value={label ?? anyLabel}
              onChoose={(value) => find({ label: value === anyLabel ? null : value })}
            />
          )}
          <span className={styles.search}>
            <SearchField
              label={t('Search saved pictures')}
              placeholder={t('Prompt, author, label')}
              value={search}
              onText={(text) => find({ search: text })}
            />
          </span>
          {narrow && chosen !== null && (
            <Button look="quiet" small square aria-label={t('Details')} onClick={onDetails}>
              <PanelRight className="points" size={16} strokeWidth={1.6} aria-hidden />
            </Button>
          )}
        </span>
      )}
    </div>
  )
}

function Grid(): JSX.Element | null {
  const list = useGallery((gallery) => gallery.list)
  const find = useGallery((gallery) => gallery.find)
  if (list === null) return null
  if (list.total === 0)
    return (
      <Empty icon={Frame} title={t('No gallery pictures yet')}>
        {t(
          'The gallery shows pictures with their prompts. Paste a picture’s id or link above to save it here with its author and prompt. Free, and available offline.',
        )}
      </Empty>
    )
  if (list.found === 0)
    return (
      <Empty
        icon={SearchX}
        title={t('Nothing found')}
        acts={
          <Button
            onClick={() => {
              document.querySelector<HTMLElement>('input[type="search"]')?.focus()
              find({ search: '', label: null })
            }}
          >
            {t('Show all')}
          </Button>
        }
      >
        {t('No saved picture matches this search and label.')}
      </Empty>
    )
  return (
    <>
      <GalleryGrid items={list.items} />
      {list.found > list.items.length && (
        <p className={styles.more}>
          {t('Showing the newest {items} of {found}. Search to find others.', {
            items: figure(list.items.length),
            found: figure(list.found),
          })}
        </p>
      )}
    </>
  )
}

/** Curated pictures that were looked up: inspiration with its author, its prompt and its style code. Nothing here costs. */
export function GalleryScreen(): JSX.Element {
  const open = useGallery((gallery) => gallery.open)
  const chosen = useGallery((gallery) => gallery.chosen)
  const trouble = useGallery((gallery) => gallery.trouble)
  const read = useGallery((gallery) => gallery.read)
  const [detailsOpen, setDetailsOpen] = useState(false)
  useEffect(() => {
    void read()
  }, [read])
  const details = (): void => setDetailsOpen(true)
  return (
    <section className={styles.screen} aria-label={t('Gallery')}>
      {open !== null && chosen !== null ? (
        <GalleryStage picture={chosen} place={open} onDetails={details} />
      ) : (
        <div className={cx(pane.pane, pane.bench)}>
          <Tools onDetails={details} />
          <LookUpAnswer />
          {trouble !== null && (
            <Note tone="fault">
              <EngineSentence>{trouble}</EngineSentence>
            </Note>
          )}
          <Grid />
        </div>
      )}
      <GalleryInspector picture={chosen} open={detailsOpen} onClose={() => setDetailsOpen(false)} />
    </section>
  )
}
