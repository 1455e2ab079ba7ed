import { ArrowRightFromLine, Brush, Columns2, type LucideIcon, Maximize2, Share, X } from 'lucide-react'
import { type JSX, useMemo } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { callMain } from '../../bridge/bridge.ts'
import { useNotices } from '../../bridge/notices-store.ts'
import { AsGiven } from '../../components/as-given.tsx'
import buttons from '../../components/button.module.css'
import { Button } from '../../components/button.tsx'
import { Menu } from '../../components/menu.tsx'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import type { BatchRow } from '../../lists/batch.ts'
import { useSkills } from '../../stores/skill-store.ts'
import { usableFiles } from '../../stores/use-pictures.ts'
import type { ResultActs } from './result-acts.ts'
import { nameOfRow } from './row-check.tsx'
import styles from './skills.module.css'
import { entriesForUse } from './use-in.ts'
import type { SkillOrderState } from './use-skill-order.ts'

/** The files of rows as another place takes them: the result where there is one, else the file that waits. */
async function filesOfRows(rows: readonly BatchRow[]): Promise<string[]> {
  const waiting = rows.flatMap((row) => (row.kind === 'file' && row.file.problem === null ? [row.file.file] : []))
  const ids = rows.flatMap((row) =>
    row.kind === 'request' ? row.request.assets.filter(({ present }) => present).map(({ id }) => id) : [],
  )
  if (ids.length === 0) return waiting
  return [...waiting, ...((await usableFiles({ ids })) ?? [])]
}

/** Takes rows out: files that wait, and what was approved and not sent. */
export function removeRows(skill: string, rows: readonly BatchRow[]): void {
  const files = rows.flatMap((row) => (row.kind === 'file' ? [row.file.file] : []))
  const ids = rows.flatMap((row) => (row.kind === 'request' && row.request.canCancel ? [row.request.id] : []))
  if (files.length > 0) useSkills.getState().remove(skill, new Set(files))
  if (ids.length > 0) void callMain('requests.cancel', { ids })
}

const isRemovable = (row: BatchRow): boolean => row.kind === 'file' || row.request.canCancel

interface ChosenBarProps {
  order: SkillOrderState
  rows: readonly BatchRow[]
  /** A person chose them; else it is what stands in the preview by itself, which is not removed from here. */
  isChosen: boolean
  acts: ResultActs
}

interface BarActProps {
  label: string
  icon: LucideIcon
  /** The keyboard comes back here from what it opens, by this name. */
  opens?: string
  onAct: () => void
}

/** Known by its icon where there is no room for its words. */
const BarAct = ({ label, icon: Icon, opens, onAct }: BarActProps): JSX.Element => (
  <Button look="quiet" small title={label} onClick={onAct} data-opens={opens}>
    <Icon size={14} strokeWidth={1.75} aria-hidden />
    <span className={styles.barWord}>{label}</span>
  </Button>
)

/** What can be done with results. */
function ResultActButtons({ acts, of }: { acts: ResultActs; of: string }): JSX.Element {
  const { open, compare, touchUp, exportThem } = acts
  return (
    <>
      {touchUp && <BarAct label={t('Touch up edge…')} icon={Brush} opens={`preview touch-up ${of}`} onAct={touchUp} />}
      {compare && <BarAct label={t('Compare')} icon={Columns2} opens={`preview compare ${of}`} onAct={compare} />}
      {exportThem && <BarAct label={t('Export…')} icon={Share} onAct={exportThem} />}
      {open && <BarAct label={t('Open')} icon={Maximize2} opens={`preview ${of}`} onAct={open} />}
    </>
  )
}

/** What is chosen, by name or number, and what can be done with it. */
export function ChosenRowsBar({ order, rows, isChosen, acts }: ChosenBarProps): JSX.Element {
  const skills = useSkills((state) => state.skills)
  const entries = useMemo(
    () =>
      entriesForUse(skills?.skills ?? [], async () => {
        const files = await filesOfRows(rows)
        if (files.length === 0)
          useNotices.getState().say({ tone: 'attention', message: t('None of these has a file to use yet.') })
        return files
      }).filter(({ id }) => id !== `skill ${order.id}` || rows.some((row) => row.kind === 'request')),
    [skills, rows, order.id],
  )
  const [first] = rows
  const waiting = rows.flatMap((row) => (row.kind === 'file' && row.file.problem === null ? [row.file.file] : []))
  const isPart = waiting.length > 0 && waiting.length < order.usable && order.only === null
  return (
    <>
      <span className="strong cut-end">
        {rows.length === 1 && first ? (
          <AsGiven>{nameOfRow(first)}</AsGiven>
        ) : (
          t('{count} selected', { count: rows.length })
        )}
      </span>
      <span className="push row tight">
        {isPart && (
          <Button look="quiet" small onClick={() => order.sendOnly(new Set(waiting))}>
            {waiting.length === 1 ? t('Send only this') : t('Send only these {count}', { count: waiting.length })}
          </Button>
        )}
        <Menu
          label={t('Use in')}
          trigger={
            <AriaButton className={cx(buttons.button, buttons.quiet, buttons.small)}>
              <ArrowRightFromLine size={14} strokeWidth={1.75} aria-hidden />
              {t('Use in…')}
            </AriaButton>
          }
          groups={[entries]}
        />
        <ResultActButtons acts={acts} of={first?.key ?? ''} />
        {isChosen && rows.some(isRemovable) && (
          <BarAct label={t('Remove')} icon={X} onAct={() => removeRows(order.id, rows.filter(isRemovable))} />
        )}
      </span>
    </>
  )
}
