import { Images, LayoutGrid, Rows3 } from 'lucide-react'
import { type JSX, type RefObject, useMemo, useRef } from 'react'
import { isEndState } from '../../../domain/request/states.ts'
import { Button } from '../../components/button.tsx'
import { Empty } from '../../components/empty.tsx'
import { Note } from '../../components/note.tsx'
import { FilterTabs, Segmented } from '../../components/segmented.tsx'
import { perLanguage, t } from '../../format/messages.ts'
import { skillLabels } from '../../format/skill-names.ts'
import { mainField } from '../../forms/skill-form.ts'
import { useFocusKept } from '../../hooks/use-focus-kept.ts'
import { areRowsComing, type BatchFilter, batchRows } from '../../lists/batch.ts'
import { batchableDecisions } from '../../lists/batchable-decisions.ts'
import { useSkills } from '../../stores/skill-store.ts'
import { AlikeLines } from '../queue/alike-card.tsx'
import { choicesForAll, ForAll } from '../queue/for-all.tsx'
import { ChooseFiles, SampleButton } from './choose-files.tsx'
import { ShownRows } from './shown-rows.tsx'
import styles from './skills.module.css'
import { type SkillOrderState, useHasToday, useSkillRequests } from './use-skill-order.ts'

const filterWords = perLanguage(
  (): Record<BatchFilter, string> => ({
    all: t('All'),
    'needs-you': t('Needs you'),
    'under-way': t('In progress'),
    done: t('Done'),
    failed: t('Failed'),
    'to-send': t('To send'),
  }),
)

/** What has not ended is at hand whole; of a day with more ended ones than the window keeps, only the last are. */
const open: ReadonlySet<BatchFilter> = new Set(['needs-you', 'under-way', 'to-send'])

/** A request each, unless the Skill makes its pictures of words alone. Not known before the catalogue is. */
const takesFiles = ({ skill }: SkillOrderState): boolean => skill === null || mainField(skill) !== null

interface DropLineProps {
  order: SkillOrderState
  total: number
  /** Of them, files that cannot be sent as they are. */
  unusable: number
}

function DropLine({ order, total, unusable }: DropLineProps): JSX.Element {
  const { files, looking } = order.work
  const remove = useSkills((state) => state.remove)
  const clearEnded = useSkills((state) => state.clearEnded)
  const setFilter = useSkills((state) => state.setFilter)
  const ended = useSkillRequests(order.id).some((request) => isEndState(request.state))
  const takes = takesFiles(order)
  const isWhole = useHasToday()
  return (
    <div className={styles.dropLine}>
      <div className={styles.dropZone}>
        <Images size={20} strokeWidth={1.5} aria-hidden />
        <span className="cut-end">
          <b className="strong">
            {looking > 0
              ? t('Checking {looking, plural, one {# file} other {# files}}…', { looking })
              : !isWhole
                ? t('Showing the last {total}.', { total })
                : takes
                  ? t('{total, plural, one {# file} other {# files}}.', { total })
                  : t('{requests}.', { requests: skillLabels(order.id).count(total) })}
          </b>{' '}
          {unusable > 0 && looking === 0 && (
            <>
              <button type="button" className="text-link" onClick={() => setFilter(order.id, 'failed')}>
                {t('{unusable} can’t be used', { unusable })}
              </button>
              {'. '}
            </>
          )}
          {takes && <span className={styles.dropMore}>{t('Drop more files or a folder anywhere.')}</span>}
        </span>
        <span className="push row">
          {takes && <ChooseFiles skill={order.id} />}
          {files.length > 0 && (
            <Button look="quiet" small onClick={() => remove(order.id, new Set(files.map((file) => file.file)))}>
              {t('Clear unsent')}
            </Button>
          )}
          {ended && (
            <Button look="quiet" small onClick={() => clearEnded(order.id)}>
              {t('Clear finished')}
            </Button>
          )}
        </span>
      </div>
    </div>
  )
}

/** What the service changed since the form was last touched: said until it was read. */
function Changes({ order }: { order: SkillOrderState }): JSX.Element | null {
  const forgetChanges = useSkills((state) => state.forgetChanges)
  const { changes } = order.work
  if (changes.length === 0) return null
  return (
    <div className={styles.changes}>
      <Note tone="attention">
        <b className="strong">{t('Changed since your last visit.')}</b> {changes.join(' ')}{' '}
        <button type="button" className="text-link" onClick={() => forgetChanges(order.id)}>
          {t('OK')}
        </button>
      </Note>
    </div>
  )
}

/** Where several wait for the same answer: one with a price, or one that costs nothing. */
function Alike({ skill }: { skill: string }): JSX.Element | null {
  const requests = useSkillRequests(skill)
  const asking = requests.filter(({ decision }) => decision !== null)
  const cards = batchableDecisions(asking)
  if (cards.length === 0 && choicesForAll(asking).length === 0) return null
  return (
    <div className={styles.alike}>
      <AlikeLines all={cards} aside={<ForAll requests={asking} />} />
      {cards.length === 0 && <ForAll requests={asking} />}
    </div>
  )
}

function useRows(order: SkillOrderState) {
  const { work, leftOut } = order
  const requests = useSkillRequests(order.id)
  const takes = takesFiles(order)
  return useMemo(() => {
    const waiting = takes ? work.files : []
    const files = waiting.map((file) => ({ ...file, problem: file.problem ?? leftOut.get(file.file)?.message ?? null }))
    const unusable = files.filter(({ problem }) => problem !== null).length
    return { ...batchRows(files, requests, work.filter), unusable }
  }, [work.files, work.filter, leftOut, requests, takes])
}

interface BatchProps {
  order: SkillOrderState
  isTall: boolean
}

/** Before anything is there: what the Skill does, and how files come to it. */
function NoFiles({ order }: { order: SkillOrderState }): JSX.Element {
  const { icon, title, teaches } = skillLabels(order.id)
  return (
    <Empty
      icon={icon}
      title={title}
      acts={
        takesFiles(order) ? (
          <>
            <ChooseFiles skill={order.id} first />
            <SampleButton skill={order.id} />
          </>
        ) : undefined
      }
    >
      {teaches}
    </Empty>
  )
}

interface ListHeadProps {
  order: SkillOrderState
  counts: Readonly<Record<BatchFilter, number>>
}

/** Which rows are shown, and how. */
function ListHead({ order, counts }: ListHeadProps): JSX.Element {
  const setFilter = useSkills((state) => state.setFilter)
  const layout = useSkills((state) => state.layout)
  const setLayout = useSkills((state) => state.setLayout)
  const isWhole = useHasToday()
  const isCounted = (value: BatchFilter): boolean => isWhole || open.has(value)
  const options = (Object.keys(filterWords()) as BatchFilter[])
    .filter((value) => takesFiles(order) || value !== 'to-send')
    .map((value) => ({
      value,
      label: filterWords()[value],
      ...(isCounted(value) ? { count: counts[value] } : {}),
      asks: value === 'needs-you',
    }))
  return (
    <div className={styles.listHead}>
      <FilterTabs
        label={t('Show')}
        options={options}
        value={order.work.filter}
        onChoose={(value) => setFilter(order.id, value)}
      />
      <span className="push">
        <Segmented
          label={t('View')}
          options={[
            { value: 'rows', label: t('Rows'), icon: Rows3 },
            { value: 'grid', label: t('Grid'), icon: LayoutGrid },
          ]}
          value={layout}
          onChoose={setLayout}
        />
      </span>
    </div>
  )
}

function Contents({ order, isTall, home }: BatchProps & { home: RefObject<HTMLElement | null> }): JSX.Element {
  const { rows, counts, unusable } = useRows(order)
  useFocusKept(home)
  if (counts.all === 0 && order.work.looking === 0) {
    return (
      <>
        <Changes order={order} />
        <NoFiles order={order} />
      </>
    )
  }
  const { filter, looking } = order.work
  return (
    <>
      <Changes order={order} />
      <DropLine order={order} total={counts.all} unusable={unusable} />
      <ListHead order={order} counts={counts} />
      <Alike skill={order.id} />
      {rows.length > 0 ? (
        <ShownRows order={order} rows={rows} isTall={isTall} />
      ) : areRowsComing(looking, filter) ? (
        <Empty
          icon={skillLabels(order.id).icon}
          title={t('Checking {looking, plural, one {# file} other {# files}}…', { looking })}
        >
          {t('They appear here once they are checked. Nothing is sent.')}
        </Empty>
      ) : (
        <Empty icon={skillLabels(order.id).icon} title={t('Nothing found')}>
          {t('No pictures in “{filter}”.', { filter: filterWords()[filter] })}
        </Empty>
      )}
    </>
  )
}

/** The files that wait and what became of those that were approved. */
export function Batch(props: BatchProps): JSX.Element {
  const home = useRef<HTMLDivElement>(null)
  return (
    <div ref={home} className={styles.list} tabIndex={-1}>
      <Contents {...props} home={home} />
    </div>
  )
}
