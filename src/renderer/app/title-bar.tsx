import type { JSX } from 'react'
import type { AppSnapshot } from '../../contract/views.ts'
import { Logo } from '../components/logo.tsx'
import { clock, figure } from '../lib/format.ts'
import { useApp } from '../stores/app-store.ts'
import styles from './title-bar.module.css'

/** The balance as the service last said it, with the time it said so. */
function BalanceWords({ snapshot }: { snapshot: AppSnapshot }): JSX.Element {
  const { balance, mode, key, connection } = snapshot
  if (balance?.unlimited) return <span className="small strong">Unlimited credits</span>
  if (balance && balance.purchased !== null) {
    const asOf = `as of ${clock(balance.asOf)}${connection === 'unreachable' ? ', no answer since' : ''}`
    return (
      <span className="small nowrap">
        <b className="strong">
          {figure(balance.purchased)}
          {mode === 'practice' ? ' practice' : ''}
        </b>{' '}
        credits <span className="hint not-narrow">{asOf}</span>
      </span>
    )
  }
  if (mode === 'service' && key.where === 'none') return <span className="hint">No key yet</span>
  if (mode === 'first-run') return <span className="hint">No service chosen yet</span>
  return <span className="hint not-narrow">Balance comes with the first request</span>
}

export function TitleBar(): JSX.Element {
  const snapshot = useApp((app) => app.snapshot)
  return (
    <header className={styles.bar}>
      <span className="row">
        <Logo />
        <span className="strong">Printroom</span>
      </span>
      <span className="push">{snapshot && <BalanceWords snapshot={snapshot} />}</span>
    </header>
  )
}
