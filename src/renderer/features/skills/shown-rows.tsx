import { type JSX, type KeyboardEvent, useMemo, useState } from 'react'
import { callMain } from '../../bridge/bridge.ts'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import { useNow } from '../../hooks/use-now.ts'
import type { BatchRow } from '../../lists/batch.ts'
import { useSkills } from '../../stores/skill-store.ts'
import { ExportDialog } from '../export/export-dialog.tsx'
import { ChosenRowsBar, removeRows } from './chosen-bar.tsx'
import { FileList } from './file-list.tsx'
import { SkillPreview } from './preview.tsx'
import { actsOfResults, pressResultKey } from './result-acts.ts'
import { ResultGrid } from './result-grid.tsx'
import { useRowSelection } from './row-selection.ts'
import styles from './skills.module.css'
import type { SkillOrderState } from './use-skill-order.ts'

const hasResult = (row: BatchRow): boolean => row.kind === 'request' && row.request.assets.length > 0

/** What a look goes to while nothing is chosen: the first result, else the first that can be used. What asks does so in its own row. */
const firstSight = (rows: readonly BatchRow[]): BatchRow | undefined =>
  rows.find(hasResult) ?? rows.find((row) => row.kind === 'request' || row.file.problem === null) ?? rows[0]

interface ShownProps {
  order: SkillOrderState
  rows: readonly BatchRow[]
  isTall: boolean
}

/** The rows as a list or a grid, and below a list the chosen one large. */
export function ShownRows({ order, rows, isTall }: ShownProps): JSX.Element {
  const layout = useSkills((state) => state.layout)
  const selection = useRowSelection(
    order.id,
    useMemo(() => rows.map(({ key }) => key), [rows]),
  )
  const [exported, setExported] = useState<readonly string[] | null>(null)
  const now = useNow(rows.some((row) => row.kind === 'request' && row.request.running !== null))
  const chosen = rows.filter(({ key }) => selection.selected.has(key))
  const shown = rows.find(({ key }) => key === selection.lead) ?? firstSight(rows)
  const only = chosen.length === 1 ? chosen[0] : undefined
  const acted = chosen.length > 0 ? chosen : shown ? [shown] : []
  const onKey = (event: KeyboardEvent, row: BatchRow): void => {
    if (event.key === 'Delete') removeRows(order.id, chosen)
    else pressResultKey(event, actsOfResults(selection.selected.has(row.key) ? chosen : [row], setExported))
  }
  // Nothing is there to be judged yet: the rows have the room.
  const isSpare = chosen.length === 0 && !rows.some(hasResult)
  return (
    <>
      {layout === 'rows' ? (
        <FileList order={order} rows={rows} isTall={isTall} selection={selection} onKey={onKey} />
      ) : (
        <ResultGrid rows={rows} selection={selection} each={order.each} onKey={onKey} />
      )}
      {shown && (
        <section
          className={cx(
            styles.preview,
            layout === 'grid' && styles.onlyBar,
            chosen.length === 0 && styles.unasked,
            isSpare && styles.spare,
          )}
          aria-label={t('Preview')}
        >
          <div className={styles.previewHead}>
            <ChosenRowsBar
              order={order}
              rows={acted}
              isChosen={chosen.length > 0}
              acts={actsOfResults(acted, setExported)}
            />
          </div>
          {layout === 'rows' && <SkillPreview row={only ?? shown} isChosen={only !== undefined} now={now} />}
        </section>
      )}
      {exported !== null && (
        <ExportDialog
          count={exported.length}
          read={async () => (await callMain('library.items', { of: { ids: [...exported] } }))?.value ?? null}
          onClose={() => setExported(null)}
        />
      )}
    </>
  )
}
