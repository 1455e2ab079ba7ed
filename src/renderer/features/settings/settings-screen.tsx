import { type JSX, type RefObject, type UIEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { AppSnapshot } from '../../../contract/app.ts'
import { KeyHint } from '../../components/key-hint.tsx'
import pane from '../../components/pane.module.css'
import { commandsOf, commandWords, sectionOf } from '../../format/command-words.ts'
import { t } from '../../format/messages.ts'
import { useApp } from '../../stores/app-store.ts'
import { useSheet } from '../../stores/sheet-store.ts'
import { useView } from '../../stores/view-store.ts'
import { AppearanceCard } from './appearance-card.tsx'
import { BackupsCard } from './backups-card.tsx'
import { CapsCard } from './caps-card.tsx'
import { CopiesCard } from './copies-card.tsx'
import { DiagnosticsCard } from './diagnostics-card.tsx'
import { FoldersCard } from './folders-card.tsx'
import { KeyCard } from './key-card.tsx'
import { NetworkCard } from './network-card.tsx'
import { PracticeCard, ServiceCard } from './service-card.tsx'
import styles from './settings.module.css'
import { TokensCard } from './tokens-card.tsx'
import { UpdatesCard } from './updates-card.tsx'
import { WatchCard } from './watch-card.tsx'

const sections = commandsOf('settings').map(({ id }) => [sectionOf(id) ?? '', id] as const)

/** How far below the top a card lies that was gone to, and some more. */
const topOfCard = 64

function Cards({ snapshot }: { snapshot: AppSnapshot }): JSX.Element {
  const isFirstRun = snapshot.mode === 'first-run'
  return (
    <>
      <ServiceCard snapshot={snapshot} />
      <KeyCard key={`key of ${snapshot.service}`} snapshot={snapshot} />
      {snapshot.mode === 'service' && (
        <TokensCard key={`tokens of ${snapshot.service}`} service={snapshot.service ?? ''} />
      )}
      <PracticeCard snapshot={snapshot} />
      {!isFirstRun && <CapsCard key={`caps of ${snapshot.service}`} />}
      <AppearanceCard snapshot={snapshot} />
      <FoldersCard folders={snapshot.folders} />
      {!isFirstRun && <CopiesCard />}
      {!isFirstRun && <WatchCard />}
      <NetworkCard snapshot={snapshot} />
      {!isFirstRun && <BackupsCard key={`backups of ${snapshot.service}`} />}
      <UpdatesCard version={snapshot.version} />
      <DiagnosticsCard />
    </>
  )
}

/** Which section one reads, and the way to another. */
function useSectionRead(): {
  page: RefObject<HTMLDivElement | null>
  now: string
  goTo: (section: string) => void
  follow: (event: UIEvent<HTMLElement>) => void
} {
  const page = useRef<HTMLDivElement>(null)
  const wanted = useView((view) => view.section)
  const [now, setNow] = useState<string>('service')
  const gone = useRef<string | null>(null)
  const goTo = useCallback((section: string): void => {
    const card = page.current?.querySelector<HTMLElement>(`[data-section="${section}"]`)
    card?.scrollIntoView({ block: 'start' })
    // Whoever is sent for the key has come to type one.
    const field = section === 'key' ? card?.querySelector('input') : null
    ;(field ?? card)?.focus({ preventScroll: true })
    gone.current = section
    setNow(section)
  }, [])
  useEffect(() => {
    if (wanted === null || page.current === null) return
    goTo(wanted)
    useView.getState().sectionShown()
  }, [wanted, goTo])
  /** The section that one reads: the last that begins at the top or above it, and at the end the one that was gone to. */
  const follow = ({ currentTarget: box }: UIEvent<HTMLElement>): void => {
    const { top } = box.getBoundingClientRect()
    const cards = [...(page.current?.querySelectorAll<HTMLElement>('[data-section]') ?? [])]
    const isEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 1
    if (!isEnd) gone.current = null
    const read = isEnd ? cards : cards.filter((card) => card.getBoundingClientRect().top < top + topOfCard)
    setNow(gone.current ?? read.at(-1)?.dataset.section ?? 'service')
  }
  return { page, now, goTo, follow }
}

export function SettingsScreen(): JSX.Element | null {
  const snapshot = useApp((app) => app.snapshot)
  const open = useSheet((sheet) => sheet.open)
  const { page, now, goTo, follow } = useSectionRead()
  if (!snapshot) return null
  const isFirstRun = snapshot.mode === 'first-run'
  const shown = sections.filter(
    ([id]) => (id !== 'tokens' || snapshot.mode === 'service') && !(isFirstRun && (id === 'copies' || id === 'watch')),
  )
  return (
    <section className={styles.screen} aria-label={t('Settings')}>
      <div className={pane.toolbar}>
        <h1 className="title">{t('Settings')}</h1>
        <span className="hint push">{t('Printroom {version}', { version: snapshot.version })}</span>
      </div>
      <div className={styles.columns}>
        <nav className={styles.sections} aria-label={t('Sections')}>
          {shown.map(([id, command]) => (
            <button
              key={id}
              type="button"
              className={styles.section}
              aria-current={id === now || undefined}
              onClick={() => goTo(id)}
            >
              {commandWords(command)}
            </button>
          ))}
          <span className={styles.spacer} />
          <button type="button" className={styles.section} onClick={() => open('shortcuts')}>
            {t('Keyboard shortcuts')} <KeyHint keys="?" />
          </button>
        </nav>
        <div className={pane.scroll} onScroll={follow}>
          <div ref={page} className={styles.page}>
            <Cards snapshot={snapshot} />
          </div>
        </div>
      </div>
    </section>
  )
}
