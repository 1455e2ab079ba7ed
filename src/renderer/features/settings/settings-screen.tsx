import { type JSX, type UIEvent, useCallback, useEffect, useRef, useState } from 'react'
import { KeyHint } from '../../components/key-hint.tsx'
import pane from '../../components/pane.module.css'
import { commandsOf, commandWords, sectionOf } from '../../lib/command-words.ts'
import { cx } from '../../lib/cx.ts'
import { t } from '../../lib/messages.ts'
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

export function SettingsScreen(): JSX.Element | null {
  const snapshot = useApp((app) => app.snapshot)
  const page = useRef<HTMLDivElement>(null)
  const open = useSheet((sheet) => sheet.open)
  const wanted = useView((view) => view.section)
  const [now, setNow] = useState<string>('service')
  const goTo = useCallback((section: string): void => {
    const card = page.current?.querySelector<HTMLElement>(`[data-section="${section}"]`)
    card?.scrollIntoView({ block: 'start' })
    card?.focus({ preventScroll: true })
    setNow(section)
  }, [])
  useEffect(() => {
    if (wanted === null || page.current === null) return
    goTo(wanted)
    useView.getState().sectionShown()
  }, [wanted, goTo])
  if (!snapshot) return null
  const isFirstRun = snapshot.mode === 'first-run'
  const shown = sections.filter(
    ([id]) => (id !== 'tokens' || snapshot.mode === 'service') && !(isFirstRun && (id === 'copies' || id === 'watch')),
  )
  /** The section that one reads: the last that begins above the middle. */
  const follow = (event: UIEvent<HTMLElement>): void => {
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const cards = [...(page.current?.querySelectorAll<HTMLElement>('[data-section]') ?? [])]
    const above = cards.filter((card) => card.getBoundingClientRect().top < top + height / 3)
    setNow(above.at(-1)?.dataset.section ?? 'service')
  }
  return (
    <section className={styles.screen} aria-label={t('Settings')}>
      <div className={pane.toolbar}>
        <h1 className="title">{t('Settings')}</h1>
        <span className="hint push">{t('Printroom {version}', { version: snapshot.version })}</span>
      </div>
      <div className={styles.columns}>
        <nav className={cx(styles.sections, 'not-narrow')} aria-label={t('Sections')}>
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
          </div>
        </div>
      </div>
    </section>
  )
}
