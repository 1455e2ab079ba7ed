import { type JSX, useEffect, useState } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import type { WatchView } from '../../../contract/watch.ts'
import { ask, call } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { Credits } from '../../components/credits.tsx'
import dialog from '../../components/dialog.module.css'
import { Note } from '../../components/note.tsx'
import { figure } from '../../lib/format.ts'
import { apart, t } from '../../lib/messages.ts'
import { folderName, sumOf } from '../../lib/watch-words.ts'
import { useWatches } from '../../stores/watch-store.ts'
import { CapField, capProblem } from './cap-field.tsx'
import styles from './watch.module.css'

type Price = { credits: number | null; problem: string | null }

/** Goes on with a folder: the price of one picture as it is now, and the cap, before the button. */
export function SwitchOnDialog({ watch, onClose }: { watch: WatchView; onClose: () => void }): JSX.Element {
  const [price, setPrice] = useState<Price | null>(null)
  const [cap, setCap] = useState(String(watch.cap))
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    void call('watch.priceOf', { id: watch.id }).then((answer) =>
      setPrice(answer.ok ? answer.value : { credits: null, problem: answer.message }),
    )
  }, [watch.id])
  const each = price?.credits ?? null
  const blocked = each === null || capProblem(cap, each) !== null
  const switchOn = async (): Promise<void> => {
    const most = sumOf(cap)
    if (each === null || most === null) return
    setBusy(true)
    const answer = await ask('watch.switchOn', { id: watch.id, each, cap: most })
    setBusy(false)
    if (!answer) return
    useWatches.getState().take(answer.value)
    onClose()
  }
  return (
    <ModalOverlay
      className={dialog.veil ?? ''}
      isOpen
      isDismissable
      onOpenChange={(still) => {
        if (!still) onClose()
      }}
    >
      <Modal className={dialog.modal ?? ''}>
        <Dialog className={dialog.dialog ?? ''}>
          <div className={dialog.body}>
            <Heading slot="title" className="head">
              {t('Go on watching {folder}', { folder: folderName(watch.folder) })}
            </Heading>
            <p className="soft">
              {t('Pictures that came since it was set up and were not ordered yet are ordered now, up to the cap.')}
            </p>
            {price === null && <p className="small soft">{t('Working out the price…')}</p>}
            {price?.problem && <Note tone="attention">{apart(price.problem)}</Note>}
            {each !== null && (
              <>
                <div className={styles.price}>
                  <span className="strong">{t('Each picture')}</span>
                  <Credits value={each} />
                </div>
                {each !== watch.each && (
                  <Note tone="attention">{t('Until now you allowed {before}.', { before: figure(watch.each) })}</Note>
                )}
                <CapField text={cap} each={each} onText={setCap} />
              </>
            )}
          </div>
          <div className={dialog.acts}>
            <Button onClick={onClose}>{t('Leave it')}</Button>
            <Button look="primary" disabled={blocked || busy} onClick={() => void switchOn()}>
              {blocked
                ? t('Switch on')
                : t('Switch on, up to {cap} credits a day', { cap: apart(figure(sumOf(cap) ?? 0)) })}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
