import { Search } from 'lucide-react'
import type { JSX, ReactNode } from 'react'
import type { AppSnapshot } from '../../contract/app.ts'
import { Button } from '../components/button.tsx'
import { KeyHint } from '../components/key-hint.tsx'
import { Logo } from '../components/logo.tsx'
import { allCommands } from '../format/command-words.ts'
import { asOf, figure } from '../format/format.ts'
import { t } from '../format/messages.ts'
import { rich } from '../format/rich.tsx'
import { keysOn } from '../format/shortcuts.ts'
import { useMinute } from '../hooks/use-now.ts'
import { useApp } from '../stores/app-store.ts'
import { useSheet } from '../stores/sheet-store.ts'
import { useView } from '../stores/view-store.ts'
import styles from './title-bar.module.css'

const bold = (chunks: ReactNode): JSX.Element => <b className="strong">{chunks}</b>

/** The balance as the service last said it, with the time it said so, and the day where it was another. */
function BalanceWords({ snapshot }: { snapshot: AppSnapshot }): JSX.Element {
  const { balance, mode, key, connection } = snapshot
  const now = useMinute()
  const goToSection = useView((view) => view.goToSection)
  // Nothing can be ordered without it, so it stands before a balance of an earlier key.
  if (mode === 'service' && key.where === 'none')
    return (
      <Button look="quiet" small onClick={() => goToSection('key')}>
        {t('No key yet')}
      </Button>
    )
  if (balance?.unlimited) return <span className="small strong">{t('Unlimited credits')}</span>
  if (balance && balance.purchased !== null) {
    const time = asOf(balance.asOf, now)
    const credits = figure(balance.purchased)
    const asOfWords =
      connection === 'unreachable' ? t('Offline. Balance at {time}', { time }) : t('as of {time}', { time })
    return (
      <span className="small nowrap">
        {mode === 'practice'
          ? rich('<b>{credits}</b> credits (practice)', { credits, b: bold })
          : rich('<b>{credits}</b> credits', { credits, b: bold })}{' '}
        <span className="hint not-narrow">{asOfWords}</span>
      </span>
    )
  }
  if (mode === 'first-run') return <span className="hint">{t('Not connected')}</span>
  return <span className="hint">{t('Balance appears after your first order')}</span>
}

const findKeys = allCommands.find(({ id }) => id === 'palette')?.keys ?? []

/** The way to every command for who does not know its key. Looks like a field, since typing is what comes next. */
function FindButton({ platform }: { platform: string }): JSX.Element {
  const open = useSheet((sheet) => sheet.open)
  return (
    <button type="button" className={styles.find} aria-keyshortcuts="Control+K Meta+K" onClick={() => open('palette')}>
      <Search size={14} strokeWidth={1.75} aria-hidden />
      <span className="cut-end">{t('Search or do anything')}</span>
      <span className="push" aria-hidden="true">
        {findKeys.map((keys) => (
          <KeyHint key={keys} keys={keysOn(platform, keys)} />
        ))}
      </span>
    </button>
  )
}

export function TitleBar(): JSX.Element {
  const snapshot = useApp((app) => app.snapshot)
  return (
    <header className={styles.bar}>
      <span className="row">
        <Logo />
        <span className="strong not-narrow">{t('Printroom')}</span>
      </span>
      {snapshot && <FindButton platform={snapshot.platform} />}
      <span className={styles.balance}>{snapshot && <BalanceWords snapshot={snapshot} />}</span>
    </header>
  )
}
