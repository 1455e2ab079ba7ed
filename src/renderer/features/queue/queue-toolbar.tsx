import { PanelRight } from 'lucide-react'
import type { JSX } from 'react'
import { Button } from '../../components/button.tsx'
import { SearchField } from '../../components/field.tsx'
import pane from '../../components/pane.module.css'
import { PauseButton } from '../../components/pause-button.tsx'
import { Select } from '../../components/select.tsx'
import { creditWords, figure } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { skillLabels } from '../../format/skill-names.ts'
import { pendingCredits } from '../../lists/queue-groups.ts'
import { useApp } from '../../stores/app-store.ts'
import { useQueue } from '../../stores/queue-store.ts'
import styles from './queue.module.css'
import type { QueueRows } from './use-queue-rows.ts'

const kindWords = (kind: string): string =>
  kind === 'all' ? t('All kinds') : kind === 'create' ? t('Create') : skillLabels(kind).name

interface QueueToolbarProps {
  rows: QueueRows
  onDetails: () => void
}

export function QueueToolbar({ rows, onDetails }: QueueToolbarProps): JSX.Element {
  const paused = useApp((app) => app.snapshot?.paused ?? false)
  const { kind, search, setKind, setSearch } = useQueue()
  const pending = pendingCredits(rows.all)
  const { unfinished } = rows
  return (
    <div className={pane.toolbar}>
      <h1 className="title">{t('Queue')}</h1>
      <span className="hint cut-end">
        {[
          unfinished === 0 ? t('Nothing unfinished') : t('{count} unfinished', { count: figure(unfinished) }),
          pending > 0 ? t('{credits} pending', { credits: creditWords(pending) }) : null,
        ]
          .filter((part) => part !== null)
          .join(', ')}
      </span>
      <span className="row push">
        {(rows.all.length > 8 || search !== '') && (
          <span className={styles.find}>
            <SearchField label={t('Search the queue')} placeholder={t('Search')} value={search} onText={setSearch} />
          </span>
        )}
        {(rows.kinds.length > 1 || kind !== 'all') && (
          <span className={styles.kinds}>
            <Select
              label={t('Kind')}
              options={['all', ...rows.kinds].map((value) => ({ value, label: kindWords(value) }))}
              value={kind}
              onChoose={setKind}
            />
          </span>
        )}
        {(unfinished > 0 || paused) && <PauseButton all />}
        <Button look="quiet" small square className="only-narrow" aria-label={t('Details')} onClick={onDetails}>
          <PanelRight className="points" size={16} strokeWidth={1.6} aria-hidden />
        </Button>
      </span>
    </div>
  )
}
