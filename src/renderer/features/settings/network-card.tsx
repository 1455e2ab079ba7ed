import { FileBadge } from 'lucide-react'
import { type JSX, useState } from 'react'
import type { AppSnapshot } from '../../../contract/app.ts'
import type { CallAnswer } from '../../../contract/ipc.ts'
import { call } from '../../bridge/bridge.ts'
import { AsGiven } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { FieldLabel, FieldProblem, TextField } from '../../components/field.tsx'
import { SegmentedField } from '../../components/segmented.tsx'
import { apart, perLanguage, t } from '../../format/messages.ts'
import { takeSnapshot } from '../../stores/mirror.ts'
import { changingHome } from '../../stores/save-later.ts'
import { Card } from './card.tsx'
import { PrivateHosts } from './private-hosts.tsx'
import styles from './settings.module.css'

const ways = perLanguage(
  () =>
    [
      { value: 'system', label: t('System') },
      { value: 'direct', label: t('None') },
      { value: 'own', label: t('Custom') },
    ] as const,
)
type Way = ReturnType<typeof ways>[number]['value']

const wayOf = (proxy: string): Way => (proxy === 'system' || proxy === 'direct' ? proxy : 'own')

interface NetworkChange {
  busy: boolean
  problem: { of: 'proxy' | 'extraCa'; message: string } | null
  setProxy: (proxy: string) => Promise<void>
  chooseFile: () => Promise<void>
  trustNoOther: () => Promise<void>
}

function useNetworkChange(): NetworkChange {
  const [problem, setProblem] = useState<NetworkChange['problem']>(null)
  const [busy, setBusy] = useState(false)
  const took = (of: 'proxy' | 'extraCa', answer: CallAnswer<AppSnapshot | null>): void => {
    setBusy(false)
    setProblem(answer.ok ? null : { of, message: apart(answer.message) })
    if (answer.ok && answer.value) takeSnapshot(answer.value)
  }
  const setProxy = async (proxy: string): Promise<void> => {
    setBusy(true)
    took('proxy', await changingHome(() => call('app.setNetwork', { proxy })))
  }
  const chooseFile = async (): Promise<void> => {
    setBusy(true)
    took('extraCa', await changingHome(() => call('app.chooseCertificates', undefined)))
  }
  const trustNoOther = async (): Promise<void> => {
    setBusy(true)
    took('extraCa', await changingHome(() => call('app.setNetwork', { trustNoOther: true })))
  }
  return { busy, problem, setProxy, chooseFile, trustNoOther }
}

interface CertificatesProps {
  /** The file that is trusted beside the system's; null: none. */
  file: string | null
  busy: boolean
  problem: string | null
  onChoose: () => void
  onRemove: () => void
}

function Certificates({ file, busy, problem, onChoose, onRemove }: CertificatesProps): JSX.Element {
  return (
    <div>
      <FieldLabel label={t('Additional certificates')} aside={apart('PEM')} />
      <div className="row">
        <span className={file === null ? 'hint' : 'mono cut-end'}>
          {file === null ? t('None. System certificates are trusted.') : <AsGiven>{file}</AsGiven>}
        </span>
        <span className="row push">
          {file !== null && (
            <Button look="quiet" small disabled={busy} onClick={onRemove}>
              {t('Remove')}
            </Button>
          )}
          <Button small disabled={busy} onClick={onChoose}>
            <FileBadge size={14} strokeWidth={1.75} aria-hidden />
            {t('Choose a file…')}
          </Button>
        </span>
      </div>
      <FieldProblem message={problem} />
    </div>
  )
}

/** How the service is reached from here: companies have a proxy, and certificates of their own. */
export function NetworkCard({ snapshot }: { snapshot: AppSnapshot }): JSX.Element {
  const { network } = snapshot
  const [way, setWay] = useState<Way>(wayOf(network.proxy))
  const [address, setAddress] = useState(way === 'own' ? network.proxy : '')
  const { busy, problem, setProxy, chooseFile, trustNoOther } = useNetworkChange()
  return (
    <Card title={t('Network')} section="network">
      <SegmentedField
        label={t('Proxy')}
        wide={false}
        options={ways()}
        value={way}
        onChoose={(next) => {
          setWay(next)
          if (next !== 'own') void setProxy(next)
        }}
      />
      {way === 'own' && (
        <div className={styles.keyRow}>
          <TextField
            label={t('Proxy address')}
            aside={t('http or https')}
            placeholder={apart('http://proxy.example:8080')}
            spellCheck={false}
            autoComplete="off"
            value={address}
            problem={problem?.of === 'proxy' ? problem.message : null}
            onText={setAddress}
          />
          <Button disabled={busy || address.trim() === ''} onClick={() => void setProxy(address.trim())}>
            {t('Use')}
          </Button>
        </div>
      )}
      <Certificates
        file={network.extraCa}
        busy={busy}
        problem={problem?.of === 'extraCa' ? problem.message : null}
        onChoose={() => void chooseFile()}
        onRemove={() => void trustNoOther()}
      />
      {snapshot.mode !== 'first-run' && <PrivateHosts key={`hosts of ${snapshot.service}`} />}
      <p className="hint">
        {t(
          'Practice mode and local services are always reached directly. Running requests continue over the new connection; nothing is sent twice.',
        )}
      </p>
    </Card>
  )
}
