import { Layers } from 'lucide-react'
import { type JSX, type KeyboardEvent, memo, type RefObject, useEffect, useMemo, useRef } from 'react'
import type { GalleryItem } from '../../../contract/gallery.ts'
import { ratioCode } from '../../../domain/library/ratio.ts'
import { given } from '../../components/as-given.tsx'
import pictures from '../../components/picture.module.css'
import { cx } from '../../format/cx.ts'
import { apart, t } from '../../format/messages.ts'
import type { Box } from '../../grid/box.ts'
import { flowKey } from '../../grid/flow-key.ts'
import { stepRow } from '../../grid/grid-window.ts'
import { cellsOf, type GridLayout, layOut, type RatioCodes, rowAt } from '../../grid/justify.ts'
import { useContextActs } from '../../hooks/use-context-acts.ts'
import { useSize } from '../../hooks/use-size.ts'
import { copyText } from '../../stores/copy-text.ts'
import { useGallery } from '../../stores/gallery-store.ts'
import styles from './gallery.module.css'
import { GalleryImage, NoImage } from './gallery-image.tsx'

const gap = 6
const sideSpace = 32
/** Larger than the library's: one looks at each of them. */
const rowHeight = 176

const nameOf = ({ title, author, label, count, id }: GalleryItem): string =>
  [
    title === '' ? t('Picture {id}, without a prompt', { id }) : apart(title.slice(0, 160)),
    author === null ? null : t('by {author}', { author }),
    label && apart(label),
    count > 1 ? t('{count, plural, one {# picture} other {# pictures}}', { count }) : null,
  ]
    .filter(Boolean)
    .join(', ')

interface CellProps {
  item: GalleryItem
  at: number
  left: number
  top: number
  width: number
  height: number
  chosen: boolean
  active: boolean
}

const Cell = memo(({ item, at, left, top, width, height, chosen, active }: CellProps): JSX.Element => {
  const choose = useGallery((gallery) => gallery.choose)
  return (
    <li className={styles.cell} style={{ insetInlineStart: left, top, width, height }}>
      <button
        type="button"
        data-at={at}
        tabIndex={active ? 0 : -1}
        aria-label={nameOf(item)}
        aria-current={chosen || undefined}
        onClick={() => choose(item.id)}
        onFocus={() => choose(item.id)}
      >
        {item.thumbnail === null ? <NoImage /> : <GalleryImage key={item.thumbnail} src={item.thumbnail} alt="" />}
      </button>
      {item.label !== null && width > 90 && (
        <span className={cx(pictures.tag, styles.tagFoot)} aria-hidden="true">
          <span className="cut-end" {...given}>
            {item.label}
          </span>
        </span>
      )}
      {item.count > 1 && (
        <span className={cx(pictures.tag, styles.tagTop)} aria-hidden="true">
          <Layers size={10} strokeWidth={2} aria-hidden />
          {item.count}
        </span>
      )}
    </li>
  )
})

/** Where each picture lies, in the order of the list. */
function placesOf(ratioCodes: RatioCodes, layout: GridLayout): Box[] {
  return Array.from({ length: layout.rows }, (_, at) => rowAt(ratioCodes, layout, at)).flatMap((row) =>
    row?.kind === 'pictures'
      ? cellsOf(ratioCodes, row, gap).map((cell) => ({ ...cell, top: row.top, height: row.height }))
      : [],
  )
}

interface Layout {
  ratioCodes: RatioCodes
  layout: GridLayout
  places: Box[]
}

const useLayout = (items: readonly GalleryItem[], width: number): Layout =>
  useMemo(() => {
    const codes = Uint8Array.from(items, (item) => ratioCode(item.width, item.height))
    const ratioCodes: RatioCodes = { codes, count: items.length, days: [{ day: '', count: items.length }] }
    const layout = layOut(ratioCodes, { width: Math.max(120, width - sideSpace), rowHeight, gap, dayHeight: 0 })
    return { ratioCodes, layout, places: placesOf(ratioCodes, layout) }
  }, [items, width])

type Scroller = RefObject<HTMLElement | null>

const cellAt = (scroller: Scroller, at: number): HTMLElement | null =>
  scroller.current?.querySelector<HTMLElement>(`[data-at="${at}"]`) ?? null

/** The chosen picture takes the keyboard where that is asked for. */
function useChosenFocus(scroller: Scroller, chosenAt: number, isDrawn: boolean): void {
  const toFocus = useGallery((gallery) => gallery.toFocus)
  const focused = useGallery((gallery) => gallery.focused)
  useEffect(() => {
    const cell = toFocus ? cellAt(scroller, chosenAt) : null
    if (!cell || !isDrawn) return
    cell.focus()
    focused()
  }, [scroller, toFocus, chosenAt, isDrawn, focused])
}

interface PressOptions extends Pick<Layout, 'ratioCodes' | 'layout'> {
  items: readonly GalleryItem[]
  itemAt: (target: EventTarget) => GalleryItem | null
  open: (item: GalleryItem) => void
}

/** Arrows from picture to picture, Enter opens, Delete forgets. */
function useGridPress(scroller: Scroller, options: PressOptions): (event: KeyboardEvent) => void {
  const { items, ratioCodes, layout, itemAt, open } = options
  const forget = useGallery((gallery) => gallery.forget)
  return (event) => {
    const item = itemAt(event.target)
    if (item === null || event.ctrlKey || event.metaKey || event.altKey) return
    const at = items.indexOf(item)
    const steps: Record<string, () => number> = {
      ArrowLeft: () => at - 1,
      ArrowRight: () => at + 1,
      ArrowUp: () => stepRow(ratioCodes, layout, at, -1, gap),
      ArrowDown: () => stepRow(ratioCodes, layout, at, 1, gap),
      Home: () => 0,
      End: () => items.length - 1,
    }
    const step = steps[flowKey(event.key)]
    if (step) {
      event.preventDefault()
      const to = Math.min(items.length - 1, Math.max(0, step()))
      cellAt(scroller, to)?.focus()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      open(item)
    } else if (event.key === 'Delete') {
      event.preventDefault()
      void forget(item)
    }
  }
}

/** All that is kept and found, as justified rows. One picture of them is reached by Tab, the others by arrows. */
export function GalleryGrid({ items }: { items: readonly GalleryItem[] }): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null)
  const { width } = useSize(scroller)
  const chosenId = useGallery((gallery) => gallery.chosenId)
  const openAt = useGallery((gallery) => gallery.openAt)
  const forget = useGallery((gallery) => gallery.forget)
  const { ratioCodes, layout, places } = useLayout(items, width)
  const chosenAt = items.findIndex(({ id }) => id === chosenId)
  const active = Math.max(0, chosenAt)

  useChosenFocus(scroller, chosenAt, width > 0)
  const itemAt = (target: EventTarget): GalleryItem | null => {
    const cell = target instanceof Element ? target.closest('[data-at]') : null
    return cell === null ? null : (items[Number(cell.getAttribute('data-at'))] ?? null)
  }
  const open = (item: GalleryItem | null): void => {
    if (item !== null && item.count > 0) openAt(0)
  }
  useContextActs(scroller, (target) => {
    const item = itemAt(target)
    if (item === null) return []
    useGallery.getState().choose(item.id)
    return [
      [{ act: 'open', isOff: item.count === 0, run: () => open(item) }],
      [
        { act: 'copy-id', run: () => copyText(item.id, t('Id')) },
        { act: 'fetch-anew', run: () => useGallery.getState().look(item.id) },
      ],
      [{ act: 'forget', run: () => forget(item) }],
    ]
  })
  const press = useGridPress(scroller, { items, ratioCodes, layout, itemAt, open })
  return (
    <div ref={scroller} className={styles.scroller}>
      <ul
        className={styles.canvas}
        style={{ height: layout.height }}
        aria-label={t('Saved pictures')}
        onKeyDown={press}
        onDoubleClick={(event) => open(itemAt(event.target))}
      >
        {width > 0 &&
          items.map((item, at) => {
            const place = places[at]
            return (
              place && (
                <Cell key={item.id} item={item} at={at} {...place} chosen={at === chosenAt} active={at === active} />
              )
            )
          })}
      </ul>
    </div>
  )
}
