import { type JSX, type RefObject, useEffect, useRef } from 'react'
import { CreateScreen } from '../features/create/create-screen.tsx'
import { FirstRunScreen } from '../features/first-run/first-run-screen.tsx'
import { GalleryScreen } from '../features/gallery/gallery-screen.tsx'
import { LedgerScreen } from '../features/ledger/ledger-screen.tsx'
import { LibraryScreen } from '../features/library/library-screen.tsx'
import { QueueScreen } from '../features/queue/queue-screen.tsx'
import { ReceiptScreen } from '../features/receipt/receipt-screen.tsx'
import { SettingsScreen } from '../features/settings/settings-screen.tsx'
import { SkillsScreen } from '../features/skills/skills-screen.tsx'
import { focusSpendButton } from '../lib/focus-spend.ts'
import { useApp } from '../stores/app-store.ts'
import { useShortcuts } from '../stores/shortcuts-store.ts'
import { type Screen, useView } from '../stores/view-store.ts'
import styles from './app.module.css'
import { Banners } from './banners.tsx'
import { DropVeil } from './drop-veil.tsx'
import { Notices } from './notices.tsx'
import { Rail } from './rail.tsx'
import { ShortcutsSheet } from './shortcuts-sheet.tsx'
import { TitleBar } from './title-bar.tsx'
import { Tray } from './tray.tsx'
import { usePlaces } from './use-places.ts'

const screens: Record<Screen, () => JSX.Element | null> = {
  library: LibraryScreen,
  create: CreateScreen,
  skills: SkillsScreen,
  queue: QueueScreen,
  gallery: GalleryScreen,
  ledger: LedgerScreen,
  settings: SettingsScreen,
}

function Work(): JSX.Element {
  const screen = useView((view) => view.screen)
  const receiptOf = useView((view) => view.receiptOf)
  const mode = useApp((app) => app.snapshot?.mode ?? null)
  if (mode === null) return <p className={styles.starting}>Opening the library and the receipts…</p>
  // Without a service only the files that wait and the settings have anything to show.
  if (mode === 'first-run' && screen !== 'skills' && screen !== 'settings') return <FirstRunScreen />
  if (receiptOf !== null) return <ReceiptScreen requestId={receiptOf} />
  const Shown = screens[screen]
  return <Shown />
}

/**
 * Whoever uses the keyboard keeps a place: when what had the focus went with its screen, the focus goes to where the
 * receipt was opened from, else to the work.
 */
function useFocusHome(): RefObject<HTMLElement | null> {
  const work = useRef<HTMLElement>(null)
  const screen = useView((view) => view.screen)
  const receiptOf = useView((view) => view.receiptOf)
  const mode = useApp((app) => app.snapshot?.mode ?? null)
  const before = useRef({ screen, receiptOf, mode })
  useEffect(() => {
    const { screen: oldScreen, receiptOf: oldReceipt, mode: oldMode } = before.current
    before.current = { screen, receiptOf, mode }
    const moved = oldScreen !== screen || oldReceipt !== receiptOf || (oldMode !== mode && oldMode !== null)
    if (!moved || document.activeElement !== document.body) return
    const opener =
      receiptOf === null && oldReceipt !== null
        ? work.current?.querySelector<HTMLElement>(`[data-request="${CSS.escape(oldReceipt)}"]`)
        : null
    const home = opener ?? work.current
    home?.focus()
  }, [screen, receiptOf, mode])
  return work
}

export function App(): JSX.Element {
  const work = useFocusHome()
  const keysOpen = useShortcuts((shortcuts) => shortcuts.isOpen)
  usePlaces()
  useEffect(() => {
    const toTheQuote = (event: KeyboardEvent): void => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && focusSpendButton()) event.preventDefault()
    }
    window.addEventListener('keydown', toTheQuote)
    return () => window.removeEventListener('keydown', toTheQuote)
  }, [])
  return (
    <div className={styles.window}>
      <TitleBar />
      <Banners />
      <Rail />
      <main ref={work} className={styles.work} tabIndex={-1}>
        <Work />
      </main>
      <Tray />
      <DropVeil />
      <Notices />
      {keysOpen && <ShortcutsSheet />}
    </div>
  )
}
