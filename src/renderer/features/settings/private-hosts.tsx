import { type FormEvent, type JSX, useState } from 'react'
import type { HostsChanged, HostsView } from '../../../contract/hosts.ts'
import type { CallAnswer } from '../../../contract/ipc.ts'
import { call } from '../../bridge/bridge.ts'
import { useNotices } from '../../bridge/notices-store.ts'
import { AsGiven } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { FieldLabel, TextField } from '../../components/field.tsx'
import { apart, t } from '../../format/messages.ts'
import { useFollowing } from '../../hooks/use-following.ts'
import styles from './settings.module.css'

function HostRow({ host, note, children }: { host: string; note?: string; children: JSX.Element }): JSX.Element {
  return (
    <li className="row">
      <span className="mono cut-end">
        <AsGiven>{host}</AsGiven>
      </span>
      {note !== undefined && <span className="hint">{note}</span>}
      <span className="push">{children}</span>
    </li>
  )
}

interface HostListProps {
  hosts: HostsView
  onAllow: (host: string) => void
  onForget: (host: string) => void
}

/** Those that results wait for come first. */
function HostList({ hosts, onAllow, onForget }: HostListProps): JSX.Element {
  return (
    <ul className={styles.rows}>
      {hosts.waiting.map(({ host, results }) => (
        <HostRow
          key={`waiting ${host}`}
          host={host}
          note={t('{results, plural, one {# result waiting} other {# results waiting}}', { results })}
        >
          <Button small aria-label={t('Allow {host}', { host })} onClick={() => onAllow(host)}>
            {t('Allow')}
          </Button>
        </HostRow>
      ))}
      {hosts.allowed.map((host) => (
        <HostRow key={host} host={host}>
          <Button small look="quiet" aria-label={t('Forget {host}', { host })} onClick={() => onForget(host)}>
            {t('Forget')}
          </Button>
        </HostRow>
      ))}
    </ul>
  )
}

/** Hosts inside a private network that results of this service may be fetched from (M6). */
export function PrivateHosts(): JSX.Element | null {
  const [hosts, setHosts] = useFollowing('hosts.list')
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  if (hosts === null) return null
  const took = (answer: CallAnswer<HostsChanged>): void => {
    setProblem(answer.ok ? null : apart(answer.message))
    if (!answer.ok) return
    setHosts(answer.value)
    setTyped('')
    useNotices.getState().say({ tone: 'plain', message: apart(answer.value.words) })
  }
  const allow = async (host: string): Promise<void> => took(await call('hosts.allow', { host }))
  const forget = async (host: string): Promise<void> => took(await call('hosts.forget', { host }))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (typed.trim() !== '') void allow(typed)
  }
  return (
    <div>
      <FieldLabel label={t('Allowed private hosts')} />
      <p className="hint">
        {t(
          'Results in a private network are downloaded only from the service’s own host and the hosts you allow here, over https.',
        )}
      </p>
      {hosts.allowed.length + hosts.waiting.length > 0 && (
        <HostList hosts={hosts} onAllow={(host) => void allow(host)} onForget={(host) => void forget(host)} />
      )}
      <form className={styles.keyRow} onSubmit={submit} noValidate>
        <TextField
          label={t('Host name')}
          placeholder={apart('files.example.lan')}
          spellCheck={false}
          autoComplete="off"
          value={typed}
          problem={problem}
          onText={setTyped}
        />
        <Button type="submit" aria-disabled={typed.trim() === ''}>
          {t('Allow')}
        </Button>
      </form>
    </div>
  )
}
