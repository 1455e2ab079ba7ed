import { type JSX, type RefObject, useEffect, useRef } from 'react'
import { AboutDialog } from '../features/about/about-dialog.tsx'
import { CompareScreen } from '../features/compare/compare-screen.tsx'
import { FirstRunScreen } from '../features/first-run/first-run-screen.tsx'
import { ReceiptScreen } from '../features/receipt/receipt-screen.tsx'
import { TouchUpScreen } from '../features/touch-up/touch-up-screen.tsx'
import { t } from '../format/messages.ts'
import { useApp } from '../stores/app-store.ts'
import { useSheet } from '../stores/sheet-store.ts'
import { noteOpener, useView } from '../stores/view-store.ts'
import styles from './app.module.css'
import { Banners } from './banners.tsx'
import { DropVeil } from './drop-veil.tsx'
import { focusSpendButton } from './focus-spend.ts'
import { LeavingDialog } from './leaving-dialog.tsx'
import { FilesDialog } from './links/files-dialog.tsx'
import { FillDialog } from './links/fill-dialog.tsx'
import { Notices } from './notices.tsx'
import { Palette } from './palette/palette.tsx'
import { PartBoundary } from './part-boundary.tsx'
import { Rail } from './rail.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'
import { readScreen, useScreens } from './screens.ts'
import { ShortcutsSheet } from './shortcuts-sheet.tsx'
import { TitleBar } from './title-bar.tsx'
import { Tray } from './tray.tsx'
import { useCommands } from './use-commands.ts'
import { useContextMenu } from './use-context-menu.ts'
import { useHeldKeys } from './use-held-keys.ts'
import { usePanes } from './use-panes.ts'
import { useWholeWords } from './use-whole-words.ts'

function Work(): JSX.Element | null {
  const screen = useView((view) => view.screen)
  const receiptOf = useView((view) => view.receiptOf)
  const mode = useApp((app) => app.snapshot?.mode ?? null)
  const compared = useView((view) => view.compared)
  const touchingUp = useView((view) => view.touchingUp)
  const isConnecting = useApp((app) => app.isConnecting)
  const Shown = useScreens((read) => read[screen])
  useEffect(() => void readScreen(screen), [screen])
  if (mode === null) return <p className={styles.starting}>{t('Opening the library and the receipts…')}</p>
  // Without a service only the files that wait and the settings have anything to show.
  if ((mode === 'first-run' || isConnecting) && screen !== 'skills' && screen !== 'settings') return <FirstRunScreen />
  if (receiptOf !== null) return <ReceiptScreen requestId={receiptOf} />
  if (touchingUp !== null) return <TouchUpScreen id={touchingUp} />
  if (compared !== null) return <CompareScreen compared={compared} />
  return Shown ? <Shown /> : null
}

/**
 * Whoever uses the keyboard keeps a place: when what had the focus went with its screen, the focus goes to where the
 * receipt, the picture, the comparison or the touch-up was opened from, else to the work.
 */
function useFocusHome(): RefObject<HTMLElement | null> {
  const work = useRef<HTMLElement>(null)
  const screen = useView((view) => view.screen)
  const receiptOf = useView((view) => view.receiptOf)
  const isOver = useView((view) => view.compared !== null || view.touchingUp !== null)
  const mode = useApp((app) => app.snapshot?.mode ?? null)
  useEffect(() => {
    const note = ({ target }: FocusEvent): void =>
      noteOpener(
        target instanceof Element ? (target.closest<HTMLElement>('[data-opens]')?.dataset.opens ?? null) : null,
      )
    window.addEventListener('focusin', note)
    return () => window.removeEventListener('focusin', note)
  }, [])
  const before = useRef({ screen, receiptOf, isOver, mode })
  useEffect(() => {
    const { screen: oldScreen, receiptOf: oldReceipt, isOver: wasOver, mode: oldMode } = before.current
    before.current = { screen, receiptOf, isOver, mode }
    const moved =
      oldScreen !== screen || oldReceipt !== receiptOf || wasOver !== isOver || (oldMode !== mode && oldMode !== null)
    if (!moved || document.activeElement !== document.body) return
    const { opener } = useView.getState()
    const find = (name: string, value: string | null): HTMLElement | null =>
      value === null
        ? null
        : (work.current?.querySelector<HTMLElement>(`[data-${name}="${CSS.escape(value)}"]:not([aria-hidden])`) ?? null)
    const home = find('opens', opener) ?? (receiptOf === null ? find('request', oldReceipt) : null)
    ;(home ?? work.current)?.focus()
  }, [screen, receiptOf, isOver, mode])
  return work
}

export function App(): JSX.Element {
  const work = useFocusHome()
  const sheet = useSheet((state) => state.sheet)
  const closeSheet = useSheet((state) => state.close)
  useHeldKeys()
  useCommands()
  usePanes()
  useContextMenu()
  useWholeWords()
  useEffect(() => {
    const toTheQuote = (event: KeyboardEvent): void => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && focusSpendButton()) event.preventDefault()
    }
    window.addEventListener('keydown', toTheQuote)
    return () => window.removeEventListener('keydown', toTheQuote)
  }, [])
  return (
    <div className={styles.window}>
      <PartBoundary>
        <TitleBar />
      </PartBoundary>
      <PartBoundary>
        <Banners />
      </PartBoundary>
      <PartBoundary>
        <Rail />
      </PartBoundary>
      <main ref={work} className={styles.work} tabIndex={-1}>
        <ScreenBoundary>
          <Work />
        </ScreenBoundary>
      </main>
      <PartBoundary>
        <Tray />
      </PartBoundary>
      <DropVeil />
      <Notices />
      <PartBoundary>
        <FilesDialog />
      </PartBoundary>
      <PartBoundary>
        <FillDialog />
      </PartBoundary>
      <PartBoundary>
        <LeavingDialog />
      </PartBoundary>
      <PartBoundary of={sheet} onBroken={closeSheet}>
        {sheet === 'palette' && <Palette />}
        {sheet === 'shortcuts' && <ShortcutsSheet />}
        {sheet === 'about' && <AboutDialog />}
      </PartBoundary>
    </div>
  )
}
