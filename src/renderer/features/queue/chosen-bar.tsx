import { ArrowUpToLine, X } from 'lucide-react'
import { type JSX, useMemo } from 'react'
import type { RequestView } from '../../../contract/views.ts'
import { Button } from '../../components/button.tsx'
import { figure } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { useQueue } from '../../stores/queue-store.ts'
import { FileUnder } from '../projects/file-under.tsx'
import styles from './queue.module.css'
import { toFront } from './queue-acts.ts'

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

interface ChosenBarProps {
  chosen: ReadonlySet<string>
  all: readonly RequestView[]
  /** Of the chosen: those of which nothing was sent. */
  unsent: readonly RequestView[]
  /** All that waits, in the order of sending. */
  line: readonly RequestView[]
  onTakeOut: () => void
}

/** What can be done with several rows at once. */
export function ChosenRequestsBar({ chosen, all, unsent, line, onTakeOut }: ChosenBarProps): JSX.Element {
  const clear = useQueue((queue) => queue.clear)
  const requests = useMemo(() => all.filter(({ id }) => chosen.has(id)), [all, chosen])
  const movable = line.some((request) => chosen.has(request.id) && request.place !== null)
  return (
    <div className={styles.chosen} role="toolbar" aria-label={t('Chosen requests')}>
      <b className="strong nowrap">{t('{chosen} selected', { chosen: figure(chosen.size) })}</b>
      <span className="hint cut-end">
        {unsent.length === 0
          ? t('All were sent; sent requests can’t be cancelled.')
          : unsent.length === chosen.size
            ? t('None were sent.')
            : t('{unsent} not sent.', { unsent: figure(unsent.length) })}
      </span>
      <span className="row push">
        {movable && (
          <Button small onClick={() => void toFront(line, chosen)}>
            <ArrowUpToLine {...icon} />
            {t('Move to front')}
          </Button>
        )}
        {unsent.length > 0 && (
          <Button small onClick={onTakeOut}>
            <X {...icon} />
            {t('Cancel {unsent}', { unsent: figure(unsent.length) })}
          </Button>
        )}
        <FileUnder requests={requests} />
        <Button look="quiet" small onClick={clear}>
          {t('Clear')}
        </Button>
      </span>
    </div>
  )
}
