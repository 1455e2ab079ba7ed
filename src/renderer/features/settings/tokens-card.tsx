import { Lock } from 'lucide-react'
import { type FormEvent, type JSX, useState } from 'react'
import type { TokenUse, TokenView } from '../../../contract/settings.ts'
import { ask, call } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { TextField } from '../../components/field.tsx'
import { Note } from '../../components/note.tsx'
import { creditWords, dateShort, figure, plural } from '../../lib/format.ts'
import { useApp } from '../../stores/app-store.ts'
import { takeSnapshot } from '../../stores/mirror.ts'
import { Card } from './card.tsx'
import styles from './settings.module.css'

const dayOf = (instant: string | null): string | null =>
  instant === null || Number.isNaN(Date.parse(instant)) ? null : dateShort(instant)

const lineOf = ({ isActive, lastUsedAt, createdAt }: TokenView): string =>
  [
    isActive === false ? 'revoked' : null,
    createdAt === null ? null : `made ${dayOf(createdAt)}`,
    lastUsedAt === null ? 'never used' : `last used ${dayOf(lastUsedAt)}`,
  ]
    .filter(Boolean)
    .join(', ')

/** What a key has paid for, in one sentence and its newest lines. */
function Usage({ uses }: { uses: readonly TokenUse[] }): JSX.Element {
  if (uses.length === 0) return <p className="hint">Nothing was made with it.</p>
  const known = uses.flatMap(({ credits }) => (credits === null ? [] : [credits]))
  return (
    <>
      <p className="hint">
        {plural(uses.length, 'generation')}
        {known.length === uses.length ? `, ${creditWords(known.reduce((sum, each) => sum + each, 0))}` : ''} in all, as
        the service tells it.
      </p>
      <ul className={styles.uses}>
        {uses.slice(0, 5).map(({ id, model, credits, status, createdAt }) => (
          <li key={id}>
            <span className="cut-end">{model}</span>
            <span className="hint">{[status, dayOf(createdAt)].filter(Boolean).join(', ')}</span>
            <span className="mono">{credits === null ? '–' : figure(credits)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

interface TokenRowProps {
  token: TokenView
  session: string
  onRevoke: () => void
}

function TokenRow({ token, session, onRevoke }: TokenRowProps): JSX.Element {
  const [uses, setUses] = useState<readonly TokenUse[] | null>(null)
  const look = async (): Promise<void> => {
    if (uses !== null) return setUses(null)
    const answer = await ask('tokens.usage', { session, id: token.id })
    if (answer) setUses(answer.value)
  }
  return (
    <li className={styles.token}>
      <div className={styles.rowOf}>
        <span className="strong cut-end">
          {token.name}
          {token.ending !== null && <span className="mono hint"> …{token.ending}</span>}
        </span>
        <span className="hint">{lineOf(token)}</span>
        <span className="row">
          <Button look="quiet" small aria-expanded={uses !== null} onClick={() => void look()}>
            Usage
          </Button>
          {token.isActive !== false && (
            <Button look="destructive" small aria-label={`Revoke ${token.name}…`} onClick={onRevoke}>
              Revoke…
            </Button>
          )}
        </span>
      </div>
      {uses !== null && <Usage uses={uses} />}
    </li>
  )
}

interface ManagerProps {
  session: string
  tokens: readonly TokenView[]
  onChanged: () => Promise<void>
}

function Manager({ session, tokens, onChanged }: ManagerProps): JSX.Element {
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const [revoking, setRevoking] = useState<TokenView | null>(null)
  const active = tokens.filter((token) => token.isActive !== false).length
  const make = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy || name.trim() === '') return
    setBusy(true)
    const answer = await ask('tokens.create', { session, name: name.trim() })
    setBusy(false)
    if (answer) {
      setMade(answer.value.name)
      setName('')
    }
    await onChanged()
  }
  const use = async (): Promise<void> => {
    const answer = await ask('tokens.useNew', undefined)
    const { snapshot } = useApp.getState()
    if (answer && snapshot) takeSnapshot({ ...snapshot, key: answer.value })
  }
  const revoke = async ({ id }: TokenView): Promise<void> => {
    if (await ask('tokens.revoke', { session, id })) await onChanged()
  }
  return (
    <>
      {made !== null && (
        <Note tone="attention">
          <b className="strong">“{made}” was made and is on the clipboard.</b> The service shows a key this once. Keep
          it now, or use it here at once; it is never shown in this window.{' '}
          <button type="button" className="text-link" onClick={() => void use()}>
            Use it as the key here
          </button>
          {' · '}
          <button type="button" className="text-link" onClick={() => void ask('tokens.copyNew', undefined)}>
            Copy it again
          </button>
        </Note>
      )}
      {tokens.length === 0 ? (
        <p className="hint">The account has no key yet.</p>
      ) : (
        <ul className={styles.rows}>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} session={session} onRevoke={() => setRevoking(token)} />
          ))}
        </ul>
      )}
      <form className={styles.keyRow} onSubmit={(event) => void make(event)}>
        <TextField
          label="Name of a new key"
          aside={`${figure(active)} of 5 in use`}
          placeholder="This computer"
          value={name}
          onText={setName}
        />
        <Button type="submit" disabled={busy || name.trim() === ''}>
          {busy ? 'Making it…' : 'Make a key'}
        </Button>
      </form>
      <Confirm
        open={revoking !== null}
        title={`Revoke “${revoking?.name ?? ''}”?`}
        keep="Keep it"
        act="Revoke"
        onAct={() => {
          if (revoking) void revoke(revoking)
        }}
        onClose={() => setRevoking(null)}
      >
        It stops at once, everywhere. Skill runs that were ordered with it and are still open cannot be looked up with
        any other key.
      </Confirm>
    </>
  )
}

/** The account's keys: listed, made and revoked with the session of a logged-in browser, which is kept nowhere. */
export function TokensCard(): JSX.Element {
  const [session, setSession] = useState('')
  const [tokens, setTokens] = useState<readonly TokenView[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const read = async (): Promise<void> => {
    setBusy(true)
    const answer = await call('tokens.list', { session })
    setBusy(false)
    setProblem(answer.ok ? null : answer.message)
    if (answer.ok) setTokens(answer.value)
  }
  const forget = (): void => {
    setSession('')
    setTokens(null)
  }
  return (
    <Card title="Keys of the account" section="tokens">
      <p className="soft">
        A key cannot manage keys. They are made and revoked on the service’s own pages; or here, with the session token
        of the browser in which you are logged in. It is used while this card is open and kept nowhere.
      </p>
      {tokens === null ? (
        <form
          className={styles.keyRow}
          onSubmit={(event) => {
            event.preventDefault()
            if (!busy && session.trim() !== '') void read()
          }}
        >
          <TextField
            label="Session token"
            aside="of a logged-in browser"
            type="password"
            autoComplete="off"
            spellCheck={false}
            mono
            icon={Lock}
            value={session}
            problem={problem}
            onText={setSession}
          />
          <Button type="submit" disabled={busy || session.trim() === ''}>
            {busy ? 'Asking…' : 'Show the keys'}
          </Button>
        </form>
      ) : (
        <>
          <Manager session={session} tokens={tokens} onChanged={read} />
          <div>
            <Button look="quiet" onClick={forget}>
              Forget the session
            </Button>
          </div>
        </>
      )}
    </Card>
  )
}
