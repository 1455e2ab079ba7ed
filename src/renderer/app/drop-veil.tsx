import { ImagePlus, type LucideIcon } from 'lucide-react'
import { type JSX, useEffect, useState } from 'react'
import { call } from '../bridge/bridge.ts'
import { cx } from '../format/cx.ts'
import { t } from '../format/messages.ts'
import { skillLabels } from '../format/skill-names.ts'
import { type DropTarget, dropTargets } from '../lists/drop-targets.ts'
import { useMode } from '../stores/app-store.ts'
import { handlesOf } from '../stores/dropped.ts'
import { takePasted } from '../stores/pasted.ts'
import { useSkills } from '../stores/skill-store.ts'
import { useView } from '../stores/view-store.ts'
import styles from './drop-veil.module.css'

interface Drag {
  count: number
  targets: readonly DropTarget[]
  /** The one that letting go now means. */
  over: DropTarget | null
}

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/** The targets now, and the one under the pointer; anywhere else what the screen suggests. */
function targetsAt(target: EventTarget | null): Pick<Drag, 'targets' | 'over'> {
  const { screen } = useView.getState()
  const { chosen, skills } = useSkills.getState()
  const view = skills?.skills.find((skill) => skill.id === chosen) ?? null
  const { targets, usual } = dropTargets(screen, screen === 'skills' ? { id: chosen, view } : null)
  const named = target instanceof Element ? target.closest('[data-purpose]')?.getAttribute('data-purpose') : null
  return { targets, over: targets.find(({ id }) => id === (named ?? usual)) ?? targets[0] ?? null }
}

async function take({ to }: DropTarget, files: readonly File[]): Promise<void> {
  if (to === 'references') {
    useView.getState().go('create')
    return takePasted(files, null)
  }
  const handles = await handlesOf(files)
  if (handles.length === 0) return
  useView.getState().go('skills')
  useSkills.getState().choose(to.skill)
  await useSkills.getState().addSources(to.skill, handles, to.field ?? 'files')
}

/** Follows a drag of files over the window; null while there is none. */
function useDrag(): Drag | null {
  const [drag, setDrag] = useState<Drag | null>(null)
  const isOver = drag !== null
  useEffect(() => {
    if (isOver) void call('files.expect', undefined)
  }, [isOver])
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener(
      'dragover',
      (event) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        const next = { count: event.dataTransfer?.items.length ?? 0, ...targetsAt(event.target) }
        setDrag((old) => (old?.count === next.count && old.over?.id === next.over?.id ? old : next))
      },
      { signal },
    )
    window.addEventListener('dragleave', (event) => event.relatedTarget === null && setDrag(null), { signal })
    window.addEventListener('keydown', (event) => event.key === 'Escape' && setDrag(null), { signal })
    window.addEventListener(
      'drop',
      (event) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        setDrag(null)
        const { over } = targetsAt(event.target)
        if (event.dataTransfer && over) void take(over, [...event.dataTransfer.files])
      },
      { signal },
    )
    return () => listening.abort()
  }, [])
  return drag
}

const iconOf = ({ to }: DropTarget): LucideIcon =>
  to === 'references' || to.field !== null ? ImagePlus : skillLabels(to.skill).icon

function Target({ target, isOver, hint }: { target: DropTarget; isOver: boolean; hint: string }): JSX.Element {
  const Icon = iconOf(target)
  return (
    <div className={cx(styles.target, isOver && styles.over)} data-purpose={target.id}>
      <Icon size={20} strokeWidth={1.5} aria-hidden />
      <b className="strong">{target.name}</b>
      <span className="hint">{hint}</span>
    </div>
  )
}

/** Over the whole window while files are dragged: one target a purpose. Letting go sends nothing. */
export function DropVeil(): JSX.Element | null {
  const drag = useDrag()
  const first = useMode() === 'first-run'
  if (drag === null) return null
  return (
    <div className={styles.veil}>
      <div className={styles.in}>
        <span className="head">
          {drag.count > 0 ? t('{count, plural, one {# item} other {# items}}', { count: drag.count }) : t('Pictures')}
        </span>
        <div className={styles.targets}>
          {drag.targets
            .filter(({ to }) => !first || to !== 'references')
            .map((target) => (
              <Target
                key={target.id}
                target={target}
                isOver={target.id === drag.over?.id}
                hint={first ? t('they wait until you connect or try practice mode') : target.hint}
              />
            ))}
        </div>
        <span className="hint">{t('Dropping won’t send anything. Esc to cancel.')}</span>
      </div>
    </div>
  )
}
