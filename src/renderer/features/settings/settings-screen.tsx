import { type JSX, type UIEvent, useRef, useState } from 'react'
import { KeyHint } from '../../components/key-hint.tsx'
import pane from '../../components/pane.module.css'
import { cx } from '../../lib/cx.ts'
import { useApp } from '../../stores/app-store.ts'
import { useShortcuts } from '../../stores/shortcuts-store.ts'
import { AppearanceCard } from './appearance-card.tsx'
import { BackupsCard } from './backups-card.tsx'
import { CapsCard } from './caps-card.tsx'
import { DiagnosticsCard } from './diagnostics-card.tsx'
import { FoldersCard } from './folders-card.tsx'
import { KeyCard } from './key-card.tsx'
import { NetworkCard } from './network-card.tsx'
import { PracticeCard, ServiceCard } from './service-card.tsx'
import styles from './settings.module.css'
import { TokensCard } from './tokens-card.tsx'

const sections = [
  ['service', 'Service'],
  ['key', 'Key'],
  ['tokens', 'Keys of the account'],
  ['practice', 'Practice'],
  ['spending', 'Spending'],
  ['appearance', 'Appearance'],
  ['folders', 'Folders'],
  ['network', 'Network'],
  ['backups', 'Backups'],
  ['diagnostics', 'Diagnostics'],
] as const

export function SettingsScreen(): JSX.Element | null {
  const snapshot = useApp((app) => app.snapshot)
  const page = useRef<HTMLDivElement>(null)
  const openKeys = useShortcuts((shortcuts) => shortcuts.open)
  const [now, setNow] = useState<string>('service')
  if (!snapshot) return null
  const isFirstRun = snapshot.mode === 'first-run'
  const shown = sections.filter(([id]) => id !== 'tokens' || snapshot.mode === 'service')
  const goTo = (section: string): void => {
    const card = page.current?.querySelector<HTMLElement>(`[data-section="${section}"]`)
    card?.scrollIntoView({ block: 'start' })
    card?.focus({ preventScroll: true })
    setNow(section)
  }
  /** The section that one reads: the last that begins above the middle. */
  const follow = (event: UIEvent<HTMLElement>): void => {
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const cards = [...(page.current?.querySelectorAll<HTMLElement>('[data-section]') ?? [])]
    const above = cards.filter((card) => card.getBoundingClientRect().top < top + height / 3)
    setNow(above.at(-1)?.dataset.section ?? 'service')
  }
  return (
    <section className={styles.screen} aria-label="Settings">
      <div className={pane.toolbar}>
        <h1 className="title">Settings</h1>
        <span className="hint push">Printroom {snapshot.version}</span>
      </div>
      <div className={styles.columns}>
        <nav className={cx(styles.sections, 'not-narrow')} aria-label="Sections">
          {shown.map(([id, words]) => (
            <button
              key={id}
              type="button"
              className={styles.section}
              aria-current={id === now || undefined}
              onClick={() => goTo(id)}
            >
              {words}
            </button>
          ))}
          <span className={styles.spacer} />
          <button type="button" className={styles.section} onClick={openKeys}>
            Keyboard shortcuts <KeyHint keys="?" />
          </button>
        </nav>
        <div className={pane.scroll} onScroll={follow}>
          <div ref={page} className={styles.page}>
            <ServiceCard snapshot={snapshot} />
            <KeyCard snapshot={snapshot} />
            {snapshot.mode === 'service' && <TokensCard />}
            <PracticeCard snapshot={snapshot} />
            {!isFirstRun && <CapsCard key={`caps of ${snapshot.service}`} />}
            <AppearanceCard snapshot={snapshot} />
            <FoldersCard folders={snapshot.folders} />
            <NetworkCard snapshot={snapshot} />
            {!isFirstRun && <BackupsCard key={`backups of ${snapshot.service}`} />}
            <DiagnosticsCard />
          </div>
        </div>
      </div>
    </section>
  )
}
