import { useVirtualizer } from '@tanstack/react-virtual'
import { type JSX, useRef } from 'react'
import { createRoot } from 'react-dom/client'

// A grid as react-virtual's own example makes one: rows of equal height, of which those in sight are drawn.

const rowHeight = 110
const perRow = 9
const count = 100_000
/** Of so many pictures, which the browser soon knows: what is fetched is nothing that either grid does. */
const pictures = 500

function Grid(): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: Math.ceil(count / perRow),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 2,
  })
  return (
    <div ref={scroller} data-scroller style={{ height: '100vh', overflow: 'auto' }}>
      <div data-grid style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map((row) => (
          <div
            key={row.key}
            style={{ position: 'absolute', top: 0, left: 0, width: '100%', transform: `translateY(${row.start}px)` }}
          >
            {Array.from({ length: perRow }, (_, column) => (
              <img
                key={`${row.index} ${column}`}
                src={`bare://pictures/${(row.index * perRow + column) % pictures}`}
                alt=""
                decoding="async"
                style={{ width: `calc(${100 / perRow}% - 6px)`, height: rowHeight - 6, objectFit: 'cover' }}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

const root = document.querySelector('#root')
if (root) createRoot(root).render(<Grid />)
