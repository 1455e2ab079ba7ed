import { ChevronDown } from 'lucide-react'
import type { JSX } from 'react'
import { Button } from 'react-aria-components'
import { AsGiven } from '../../components/as-given.tsx'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import { useMode } from '../../stores/app-store.ts'
import { useProjects } from '../../stores/projects-store.ts'
import { ProjectPicker } from './project-picker.tsx'
import styles from './projects.module.css'

interface LineProps {
  value: string | null
  placement?: 'top end' | 'bottom end'
  onChoose: (project: string | null) => void
}

/** What something is filed under, on a line of its own; pressed, another one can be chosen. */
function Line({ value, onChoose, placement = 'bottom end' }: LineProps): JSX.Element {
  const label = value ?? t('No project')
  return (
    <div className={cx('row', 'small', styles.line)}>
      <span className="soft">{t('Project')}</span>
      <ProjectPicker
        label={t('Project')}
        value={value}
        onChoose={onChoose}
        placement={placement}
        trigger={
          <Button className={styles.trigger ?? ''} aria-label={t('Project: {label}', { label })}>
            <span className={cx('cut-end', value === null && styles.none)}>
              {value === null ? label : <AsGiven>{value}</AsGiven>}
            </span>
            <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
          </Button>
        }
      />
    </div>
  )
}

/** Where one orders: what new requests are filed under. */
export function OrderProject(): JSX.Element | null {
  const current = useProjects((state) => state.current)
  const choose = useProjects((state) => state.choose)
  if (useMode() === 'first-run') return null
  // Over the button that spends, which is never to be covered.
  return <Line value={current} onChoose={(project) => void choose(project)} placement="top end" />
}

/** Of one request. */
export function RequestProject({ id, project }: { id: string; project: string | null }): JSX.Element {
  const file = useProjects((state) => state.file)
  return <Line value={project} onChoose={(chosen) => void file([id], chosen)} />
}
