import { create } from 'zustand'
import type { ExportView } from '../../contract/exports.ts'
import { call, callMain } from '../bridge/bridge.ts'
import { useNotices } from '../bridge/notices-store.ts'
import { t } from '../format/messages.ts'

interface ExportsMirror {
  /** What is exported now, or came of it; null where there is nothing, or it was put out of sight. */
  view: ExportView | null
  take: (view: ExportView | null) => void
  read: () => Promise<void>
}

export const useExports = create<ExportsMirror>((set, get) => ({
  view: null,
  take: (view) => {
    const before = get().view
    set({ view })
    if (view === null || before === null || before.state === view.state) return
    if (view.state === 'ended' || view.state === 'stopped') sayEnded(view)
    // What a person did is seen; what a disk did may come while nobody looks.
    else if (view.state === 'paused' && view.trouble !== null)
      useNotices.getState().say({ tone: 'attention', message: view.trouble, said: true })
  },
  read: async () => {
    const answer = await call('exports.now', undefined)
    if (answer.ok) set({ view: answer.value })
  },
}))

export const showExported = (): void => void callMain('exports.showInFolder', undefined)

function sayEnded(view: ExportView): void {
  const { files, folder, missed, unmarked, asTheyWere, smaller, problems } = view
  const parts = [
    t('{files, plural, one {# file} other {# files}} exported to {folder}.', { files, folder }),
    asTheyWere > 0
      ? t(
          '{asTheyWere, plural, one {# film or animation was} other {# films or animations were}} copied as they are.',
          {
            asTheyWere,
          },
        )
      : null,
    smaller > 0
      ? t('{smaller, plural, one {# was} other {# were}} smaller than asked for: nothing is enlarged.', { smaller })
      : null,
    unmarked > 0 ? t('{unmarked, plural, one {# file} other {# files}} could not be marked.', { unmarked }) : null,
    missed > 0
      ? t('{missed, plural, one {# was} other {# were}} not exported: {why}.', {
          missed,
          why: problems.slice(0, 3).join('; '),
        })
      : null,
  ]
  useNotices.getState().say({
    tone: missed > 0 ? 'fault' : 'plain',
    message: parts.filter(Boolean).join(' '),
    ...(files > 0 ? { act: { label: t('Show in folder'), run: showExported } } : {}),
  })
}
