import type { JSX } from 'react'
import { KeyLines } from '../../components/key-lines.tsx'
import { Pairs } from '../../components/pairs.tsx'
import { InspectorPane, Section } from '../../components/pane.tsx'
import { figure } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { libraryShortcuts } from '../../format/shortcuts.ts'
import { useLibrary } from '../../stores/library-store.ts'

/** What the library has beside what is shown; nothing is said of what is not there. */
function Totals(): JSX.Element | null {
  const total = useLibrary((library) => library.total)
  const facets = useLibrary((library) => library.facets)
  if (facets === null) return null
  const rows = [
    { name: t('Pictures shown'), count: total },
    { name: t('Collections'), count: facets.collections.length },
    { name: t('Projects'), count: facets.projects.length },
    { name: t('In trash'), count: facets.trashed },
    { name: t('Missing'), count: facets.missing ?? 0 },
  ].filter(({ count }, at) => at === 0 || count > 0)
  return (
    <Section title={t('Library')}>
      <Pairs of={rows.map(({ name, count }) => ({ name, value: figure(count) }))} />
    </Section>
  )
}

/** The pane while no picture is chosen: what there is, and what the keyboard does. */
export function NothingChosen({ open, onClose }: { open: boolean; onClose: () => void }): JSX.Element {
  const isMissing = useLibrary((library) => library.filter.show === 'missing')
  const total = useLibrary((library) => library.total)
  return (
    <InspectorPane
      label={t('Details')}
      head={
        <h2 className="title" style={{ flex: 1 }}>
          {t('Details')}
        </h2>
      }
      open={open}
      onClose={onClose}
    >
      <Section>
        <p className="small soft">
          {isMissing
            ? t('Select one to see how it was made, find its file or download it again.')
            : t('Select a picture to see its prompt, settings, receipt and what it cost.')}
        </p>
      </Section>
      <Totals />
      {total > 0 && (
        <Section title={t('Keys')}>
          <KeyLines of={libraryShortcuts()} narrow />
        </Section>
      )}
    </InspectorPane>
  )
}
