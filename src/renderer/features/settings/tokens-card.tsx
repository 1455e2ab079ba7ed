import { Lock } from 'lucide-react'
import { type FormEvent, type JSX, useState } from 'react'
import type { CallInput } from '../../../contract/ipc.ts'
import type { TokenUse, TokenView } from '../../../contract/settings.ts'
import { call, callMain } from '../../bridge/bridge.ts'
import { AsGiven, given } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { Note } from '../../components/note.tsx'
import { creditWords, dateShort, figure } from '../../format/format.ts'
import { apart, t } from '../../format/messages.ts'
import { rich } from '../../format/rich.tsx'
import { useApp } from '../../stores/app-store.ts'
import { takeSnapshot } from '../../stores/mirror.ts'
import { Card } from './card.tsx'
import styles from './settings.module.css'
import { newestUses, withRevoked } from './token-lists.ts'

const dayOf = (instant: string | null): string | null =>
  instant === null || Number.isNaN(Date.parse(instant)) ? null : dateShort(instant)

function lineOf({ isActive, lastUsedAt, createdAt }: TokenView): string {
  const made = dayOf(createdAt)
  const used = dayOf(lastUsedAt)
  return [
    isActive === false ? t('revoked') : null,
    made === null ? null : t('created {date}', { date: made }),
    // Nothing says that a key without a date was never used (§2.5).
    used === null ? t('last use unknown') : t('last used {date}', { date: used }),
  ]
    .filter(Boolean)
    .join(', ')
}

/** What a key has paid for, in one sentence and its newest lines. */
function Usage({ uses }: { uses: readonly TokenUse[] }): JSX.Element {
  if (uses.length === 0) return <p className="hint">{t('Never used.')}</p>
  const known = uses.flatMap(({ credits }) => (credits === null ? [] : [credits]))
  return (
    <>
      <p className="hint">
        {known.length === uses.length
          ? t('{count, plural, one {# generation} other {# generations}}, {credits} in total.', {
              count: uses.length,
              credits: creditWords(known.reduce((sum, each) => sum + each, 0)),
            })
          : t('{count, plural, one {# generation} other {# generations}} in total.', {
              count: uses.length,
            })}
      </p>
      <ul className={styles.uses}>
        {newestUses(uses, 5).map(({ id, model, credits, status, createdAt }) => (
          <li key={id}>
            <span className="cut-end" {...given}>
              {model}
            </span>
            <span className="hint">{[apart(status), dayOf(createdAt)].filter(Boolean).join(', ')}</span>
            <span className="mono">{credits === null ? '–' : figure(credits)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** A browser's session with the service that it belongs to. */
type Session = Pick<CallInput<'tokens.list'>, 'service' | 'session'>

interface TokenRowProps {
  token: TokenView
  session: Session
  onRevoke: () => void
}

function TokenRow({ token, session, onRevoke }: TokenRowProps): JSX.Element {
  const [uses, setUses] = useState<readonly TokenUse[] | null>(null)
  const look = async (): Promise<void> => {
    if (uses !== null) return setUses(null)
    const answer = await callMain('tokens.usage', { ...session, id: token.id })
    if (answer) setUses(answer.value)
  }
  return (
    <li className={styles.token}>
      <div className={styles.rowOf}>
        <span className="strong cut-end">
          <AsGiven>{token.name}</AsGiven>
          {token.ending !== null && (
            <span className="mono hint" translate="no">
              {' '}
              …{token.ending}
            </span>
          )}
        </span>
        <span className="hint">{lineOf(token)}</span>
        <span className="row">
          <Button look="quiet" small aria-expanded={uses !== null} onClick={() => void look()}>
            {t('Usage')}
          </Button>
          {token.isActive !== false && (
            <Button look="destructive" small aria-label={t('Revoke {name}…', { name: token.name })} onClick={onRevoke}>
              {t('Revoke…')}
            </Button>
          )}
        </span>
      </div>
      {uses !== null && <Usage uses={uses} />}
    </li>
  )
}

const MadeWords = ({ name, isCopied }: Made): JSX.Element =>
  isCopied
    ? rich(
        '<b>“{name}” was made and is on the clipboard for a minute.</b> The service shows a key this once. Keep it now, or use it here at once; it is never shown in this window.',
        { name: <AsGiven>{name}</AsGiven>, b: (chunks) => <b className="strong">{chunks}</b> },
      )
    : rich(
        '<b>“{name}” was made, but the clipboard did not take it.</b> The service shows a key this once. Use it here at once, or copy it again; it is never shown in this window.',
        { name: <AsGiven>{name}</AsGiven>, b: (chunks) => <b className="strong">{chunks}</b> },
      )

interface Made {
  name: string
  isCopied: boolean
}

/** A key that was just made, for as long as its value is at hand. */
function MadeKey({ onUsed, ...made }: Made & { onUsed: () => void }): JSX.Element {
  const use = async (): Promise<void> => {
    const answer = await callMain('tokens.useNew', undefined)
    const { snapshot } = useApp.getState()
    if (answer && snapshot) takeSnapshot({ ...snapshot, key: answer.value })
    // Main has it no more.
    if (answer) onUsed()
  }
  return (
    <Note tone="attention">
      <MadeWords {...made} />{' '}
      <button type="button" className="text-link" onClick={() => void use()}>
        {t('Use this key here')}
      </button>
      {' · '}
      <button type="button" className="text-link" onClick={() => void callMain('tokens.copyNew', undefined)}>
        {t('Copy again')}
      </button>
    </Note>
  )
}

interface ManagerProps {
  session: Session
  tokens: readonly TokenView[]
  onRevoked: (id: string) => void
  onChanged: () => Promise<void>
}

function Manager({ session, tokens, onRevoked, onChanged }: ManagerProps): JSX.Element {
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  const active = tokens.filter((token) => token.isActive !== false).length
  const make = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy || name.trim() === '') return
    setBusy(true)
    const answer = await callMain('tokens.create', { ...session, name: name.trim() })
    setBusy(false)
    if (answer) {
      setMade(answer.value)
      setName('')
    }
    await onChanged()
  }
  const revoke = async ({ id }: TokenView): Promise<void> => {
    if (!(await callMain('tokens.revoke', { ...session, id }))) return
    onRevoked(id)
    await onChanged()
  }
  return (
    <>
      {made !== null && <MadeKey {...made} onUsed={() => setMade(null)} />}
      {tokens.length === 0 ? (
        <p className="hint">{t('No API keys yet.')}</p>
      ) : (
        <ul className={styles.rows}>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} session={session} onRevoke={() => void revoke(token)} />
          ))}
        </ul>
      )}
      <form className={styles.keyRow} onSubmit={(event) => void make(event)}>
        <TextField
          label={t('New key name')}
          aside={t('{active} of 5 in use', { active: figure(active) })}
          placeholder={t('This computer')}
          value={name}
          onText={setName}
        />
        <Button type="submit" disabled={busy || name.trim() === ''}>
          {busy ? t('Creating…') : t('Create key')}
        </Button>
      </form>
    </>
  )
}

interface SessionFormProps {
  session: string
  problem: string | null
  busy: boolean
  onSession: (session: string) => void
  onRead: () => void
}

function SessionForm({ session, problem, busy, onSession, onRead }: SessionFormProps): JSX.Element {
  return (
    <form
      className={styles.keyRow}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && session.trim() !== '') onRead()
      }}
    >
      <TextField
        label={t('Session token')}
        aside={t('of a signed-in browser')}
        type="password"
        autoComplete="off"
        spellCheck={false}
        mono
        icon={Lock}
        value={session}
        problem={problem}
        onText={onSession}
      />
      <Button type="submit" disabled={busy || session.trim() === ''}>
        {busy ? t('Loading…') : t('Show keys')}
      </Button>
    </form>
  )
}

/** The account's keys: listed, made and revoked with the session of a logged-in browser, which is kept nowhere. */
export function TokensCard({ service }: { service: string }): JSX.Element {
  const [session, setSession] = useState('')
  const [tokens, setTokens] = useState<readonly TokenView[] | null>(null)
  const [revoked, setRevoked] = useState<ReadonlySet<string>>(new Set())
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const read = async (): Promise<void> => {
    setBusy(true)
    const answer = await call('tokens.list', { service, session })
    setBusy(false)
    setProblem(answer.ok ? null : apart(answer.message))
    if (answer.ok) setTokens(answer.value)
  }
  const forget = (): void => {
    setSession('')
    setTokens(null)
    setRevoked(new Set())
    setProblem(null)
  }
  return (
    <Card title={t('API keys')} section="tokens">
      <p className="soft">
        {t(
          'API keys are created and revoked on the service’s website, or here with the session token of a signed-in browser. The token is used while this card is open and never stored.',
        )}
      </p>
      {tokens === null ? (
        <SessionForm
          session={session}
          problem={problem}
          busy={busy}
          onSession={setSession}
          onRead={() => void read()}
        />
      ) : (
        <>
          {problem !== null && (
            <Note tone="fault">
              {t('The list could not be refreshed and may be outdated.')} {problem}{' '}
              <button type="button" className="text-link" disabled={busy} onClick={() => void read()}>
                {busy ? t('Loading…') : t('Refresh')}
              </button>
            </Note>
          )}
          <Manager
            session={{ service, session }}
            tokens={withRevoked(tokens, revoked)}
            onRevoked={(id) => setRevoked((before) => new Set([...before, id]))}
            onChanged={read}
          />
          <div>
            <Button look="quiet" onClick={forget}>
              {t('Sign out')}
            </Button>
          </div>
        </>
      )}
    </Card>
  )
}
