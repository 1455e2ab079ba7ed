import { type ComponentProps, type JSX, useMemo } from 'react'
import type { RequestView } from '../../../contract/views.ts'
import { figure } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { useApp } from '../../stores/app-store.ts'
import { useRequests } from '../../stores/requests-store.ts'
import { rowSentence, waitingWords } from './queue-words.ts'
import { RequestGrid } from './request-grid.tsx'
import type { QueueRows } from './use-queue-rows.ts'

interface RowGroupsProps {
  rows: QueueRows
  onDrop: (id: string, to: number) => void
  /** What all groups have alike. */
  group: Omit<ComponentProps<typeof RequestGrid>, 'title' | 'hint' | 'requests' | 'wordsOf' | 'onDrop'>
}

/** Of those that ended long ago the window has none: the ledger has every receipt. */
const endedWords = (count: number, isCut: boolean): string =>
  isCut
    ? t('latest {ended}; see Ledger for all', { ended: figure(count) })
    : t('{ended}, newest first', { ended: figure(count) })

/** What is in progress, what waits, and what has ended. */
export function RowGroups({ rows, onDrop, group }: RowGroupsProps): JSX.Element {
  const { underWay, waiting, ended, line } = rows
  const { now } = group
  const paused = useApp((app) => app.snapshot?.paused ?? false)
  const isCut = useRequests((mirror) => mirror.cutAt !== null)
  const places = useMemo(() => new Map(line.map((request, at) => [request.id, at])), [line])
  const sentence = (request: RequestView): string => rowSentence(request, now)
  return (
    <>
      <RequestGrid
        title={t('In progress')}
        hint={figure(underWay.length)}
        requests={underWay}
        wordsOf={sentence}
        {...group}
      />
      <RequestGrid
        title={t('Waiting')}
        hint={waiting.length > 1 ? t('{waiting}, sent in this order', { waiting: figure(waiting.length) }) : '1'}
        requests={waiting}
        wordsOf={(request, place) => waitingWords(request, places.get(request.id) ?? place, now, paused)}
        onDrop={onDrop}
        {...group}
      />
      <RequestGrid
        title={t('Finished')}
        hint={endedWords(ended.length, isCut)}
        requests={ended}
        wordsOf={sentence}
        {...group}
      />
    </>
  )
}
