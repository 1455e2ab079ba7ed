import { Lock } from 'lucide-react'
import type { JSX } from 'react'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { apart, t } from '../../format/messages.ts'
import { useApp } from '../../stores/app-store.ts'
import styles from './settings.module.css'
import { useConnect } from './use-connect.ts'

/**
 * A service's address and the key for it, which may be left out where this computer holds it already. The key leaves this
 * form for the keychain and is forgotten here.
 */
export function AccountForm({ onKept, isFirst = false }: { onKept?: () => void; isFirst?: boolean }): JSX.Element {
  // Whoever is new here has no key to leave out.
  const mayBeKept = useApp(
    ({ snapshot }) => snapshot !== null && (snapshot.hadService || snapshot.leftServices.length > 0),
  )
  const { address, key, busy, submit } = useConnect(isFirst, onKept)
  return (
    <form className={styles.account} onSubmit={submit} noValidate>
      <TextField
        ref={address.ref}
        label={t('Service address')}
        aside={t('Starts with https://')}
        type="url"
        placeholder={apart('https://')}
        autoComplete="off"
        spellCheck={false}
        value={address.value}
        problem={address.problem}
        onText={address.setValue}
      />
      <div className={styles.keyRow}>
        <TextField
          ref={key.ref}
          label={t('Key')}
          aside={t('starts with {start}', { start: 'svc_sk_' })}
          type="password"
          placeholder={apart('svc_sk_')}
          autoComplete="off"
          spellCheck={false}
          mono
          icon={Lock}
          value={key.value}
          problem={key.problem}
          note={
            mayBeKept
              ? t(
                  'Stored in your keychain, or until Printroom closes if there is none; never in a file. Leave empty if the key is already in your keychain. A key spends purchased credits only.',
                )
              : t(
                  'Stored in your keychain, or until Printroom closes if there is none; never in a file. A key spends purchased credits only.',
                )
          }
          onText={key.setValue}
        />
        <Button type="submit" aria-disabled={busy}>
          {busy ? t('Checking…') : t('Connect')}
        </Button>
      </div>
    </form>
  )
}
