import { Lock } from 'lucide-react'
import { type FormEvent, type JSX, type RefObject, useEffect, useRef, useState } from 'react'
import { call } from '../../bridge/bridge.ts'
import { useNotices } from '../../bridge/notices-store.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { apart, t } from '../../format/messages.ts'
import { useApp } from '../../stores/app-store.ts'
import { mayLeaveService } from '../../stores/leaving-store.ts'
import { takeSnapshot } from '../../stores/mirror.ts'
import { changingHome } from '../../stores/save-later.ts'
import styles from './settings.module.css'

const looksLikeAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text)

/**
 * A service's address and the key for it, which may be left out where this computer holds it already. The key leaves this
 * form for the keychain and is forgotten here.
 */
export function AccountForm({ onKept, isFirst = false }: { onKept?: () => void; isFirst?: boolean }): JSX.Element {
  // Whoever is new here has no key to leave out.
  const mayBeKept = useApp(
    ({ snapshot }) => snapshot !== null && (snapshot.hadService || snapshot.leftServices.length > 0),
  )
  const [address, setAddress] = useState('')
  const [key, setKey] = useState('')
  const [busy, setBusy] = useState(false)
  useEffect(() => () => useApp.getState().connecting(false), [])
  const addressField = useRef<HTMLInputElement>(null)
  const keyField = useRef<HTMLInputElement>(null)
  const [addressProblem, setAddressProblem] = useState<string | null>(null)
  const [keyProblem, setKeyProblem] = useState<string | null>(null)

  const blame = (field: RefObject<HTMLInputElement | null>, say: (message: string) => void, message: string): void => {
    say(message)
    field.current?.focus()
  }

  const keep = async (): Promise<void> => {
    setAddressProblem(null)
    setKeyProblem(null)
    const wanted = address.trim()
    if (!looksLikeAddress(wanted)) {
      blame(addressField, setAddressProblem, t('Enter the full address, starting with https://.'))
      return
    }
    const typed = key.trim()
    if (!(await mayLeaveService(wanted))) return
    setBusy(true)
    // Else the first page would go with what is typed in it, before the key is taken.
    useApp.getState().connecting(isFirst)
    const used = await changingHome(async () => {
      const answer = await call('app.useService', { address: wanted, withKeptKey: typed === '' })
      if (answer.ok) takeSnapshot(answer.value)
      return answer
    })
    if (!used.ok) {
      setBusy(false)
      useApp.getState().connecting(false)
      if (used.code === 'key-form') blame(keyField, setKeyProblem, apart(used.message))
      else blame(addressField, setAddressProblem, apart(used.message))
      return
    }
    const { service } = used.value
    // For the service that was taken and no other, whatever was chosen meanwhile.
    const kept = typed === '' || service === null ? null : await call('key.set', { key: typed, service })
    setBusy(false)
    if (kept === null) {
      useApp.getState().connecting(false)
      onKept?.()
      return
    }
    if (!kept.ok) {
      takeSnapshot(used.value)
      blame(keyField, setKeyProblem, apart(kept.message))
      return
    }
    setKey('')
    useApp.getState().connecting(false)
    takeSnapshot({ ...used.value, key: kept.value })
    onKept?.()
    const isSure = kept.value.where !== 'session' && kept.value.checked !== 'unchecked'
    useNotices.getState().say({ tone: isSure ? 'plain' : 'attention', message: kept.value.words, said: true })
  }

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!busy) void keep()
  }

  return (
    <form className={styles.account} onSubmit={submit} noValidate>
      <TextField
        ref={addressField}
        label={t('Service address')}
        aside={t('Starts with https://')}
        type="url"
        placeholder={apart('https://')}
        autoComplete="off"
        spellCheck={false}
        value={address}
        problem={addressProblem}
        onText={setAddress}
      />
      <div className={styles.keyRow}>
        <TextField
          ref={keyField}
          label={t('Key')}
          aside={t('starts with {start}', { start: 'svc_sk_' })}
          type="password"
          placeholder={apart('svc_sk_')}
          autoComplete="off"
          spellCheck={false}
          mono
          icon={Lock}
          value={key}
          problem={keyProblem}
          note={
            mayBeKept
              ? t(
                  'Stored in your keychain, or until Printroom closes if there is none; never in a file. Leave empty if the key is already in your keychain. A key spends purchased credits only.',
                )
              : t(
                  'Stored in your keychain, or until Printroom closes if there is none; never in a file. A key spends purchased credits only.',
                )
          }
          onText={setKey}
        />
        <Button type="submit" aria-disabled={busy}>
          {busy ? t('Checking…') : t('Connect')}
        </Button>
      </div>
    </form>
  )
}
