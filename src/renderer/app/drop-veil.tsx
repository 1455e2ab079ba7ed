import { ImagePlus, type LucideIcon, Scissors } from 'lucide-react'
import { type JSX, useEffect, useState } from 'react'
import { ask } from '../bridge.ts'
import { cx } from '../lib/cx.ts'
import { pathsOf } from '../lib/dropped.ts'
import { plural } from '../lib/format.ts'
import { useMode } from '../stores/app-store.ts'
import { useCreate } from '../stores/create-store.ts'
import { useCutout } from '../stores/cutout-store.ts'
import { useView } from '../stores/view-store.ts'
import styles from './drop-veil.module.css'

type Purpose = 'cutout' | 'references'

interface Drag {
  count: number
  /** What letting go would do now. */
  purpose: Purpose
}

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/** The target under the pointer; anywhere else what the screen suggests. */
function purposeAt(target: EventTarget | null): Purpose {
  const named = target instanceof Element ? target.closest('[data-purpose]')?.getAttribute('data-purpose') : null
  if (named === 'cutout' || named === 'references') return named
  return useView.getState().screen === 'create' ? 'references' : 'cutout'
}

async function take(purpose: Purpose, files: FileList): Promise<void> {
  const paths = pathsOf(files)
  if (paths.length === 0) return
  if (purpose === 'cutout') {
    useView.getState().go('skills')
    await useCutout.getState().addPaths(paths)
    return
  }
  useView.getState().go('create')
  const answer = await ask('files.inspect', { paths })
  if (answer) useCreate.getState().addReferences(answer.value)
}

/** Follows a drag of files over the window; null while there is none. */
function useDrag(): Drag | null {
  const [drag, setDrag] = useState<Drag | null>(null)
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener(
      'dragover',
      (event) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        const next = { count: event.dataTransfer?.items.length ?? 0, purpose: purposeAt(event.target) }
        setDrag((old) => (old?.count === next.count && old.purpose === next.purpose ? old : next))
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
        if (event.dataTransfer) void take(purposeAt(event.target), event.dataTransfer.files)
      },
      { signal },
    )
    return () => listening.abort()
  }, [])
  return drag
}

interface TargetProps {
  purpose: Purpose
  icon: LucideIcon
  name: string
  hint: string
  over: boolean
}

function Target({ purpose, icon: Icon, name, hint, over }: TargetProps): JSX.Element {
  return (
    <div className={cx(styles.target, over && styles.over)} data-purpose={purpose}>
      <Icon size={20} strokeWidth={1.5} aria-hidden />
      <b className="strong">{name}</b>
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
        <span className="head">{drag.count > 0 ? plural(drag.count, 'item') : 'Pictures'}</span>
        <div className={styles.targets}>
          <Target
            purpose="cutout"
            icon={Scissors}
            name="Cut out"
            hint={first ? 'they wait until you choose how to pay, or not to' : 'the price first, then you send'}
            over={first || drag.purpose === 'cutout'}
          />
          {!first && (
            <Target
              purpose="references"
              icon={ImagePlus}
              name="Use as references"
              hint="for the next picture in Create"
              over={drag.purpose === 'references'}
            />
          )}
        </div>
        <span className="hint">Letting go sends nothing. Esc to cancel.</span>
      </div>
    </div>
  )
}
