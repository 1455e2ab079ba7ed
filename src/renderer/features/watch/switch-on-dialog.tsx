import { type JSX, useEffect, useState } from 'react'
import type { WatchView } from '../../../contract/watch.ts'
import { call, callMain } from '../../bridge/bridge.ts'
import { DialogBody, DialogFrame } from '../../components/dialog.tsx'
import { Note } from '../../components/note.tsx'
import { figure } from '../../format/format.ts'
import { apart, t } from '../../format/messages.ts'
import { parseSum } from '../../format/typed-sum.ts'
import { useWatches } from '../../stores/watch-store.ts'
import { capProblem } from './cap-field.tsx'
import { type PicturePrice, PriceAndCap, SwitchOnActs } from './switch-on.tsx'
import { folderName } from './watch-words.ts'

/** Goes on with a folder: the price of one picture as it is now, and the cap, before the button. */
export function SwitchOnDialog({ watch, onClose }: { watch: WatchView; onClose: () => void }): JSX.Element {
  const [price, setPrice] = useState<PicturePrice | null>(null)
  const [cap, setCap] = useState(String(watch.cap))
  useEffect(() => {
    void call('watch.priceOf', { id: watch.id }).then((answer) =>
      setPrice(answer.ok ? answer.value : { credits: null, problem: answer.message }),
    )
  }, [watch.id])
  const each = price?.credits ?? null
  const blocked = each === null || capProblem(cap, each) !== null
  const switchOn = async (): Promise<void> => {
    const most = parseSum(cap)
    if (each === null || most === null) return
    const answer = await callMain('watch.switchOn', { id: watch.id, each, cap: most })
    if (!answer) return
    useWatches.getState().take(answer.value)
    onClose()
  }
  return (
    <DialogFrame onClose={onClose}>
      <DialogBody title={t('Resume watching {folder}', { folder: folderName(watch.folder) })}>
        <p className="soft">
          {t('Pictures added since it was set up and not ordered yet are ordered now, up to the limit.')}
        </p>
        <PriceAndCap price={price} problemWords={apart} cap={cap} onCap={setCap}>
          {each !== watch.each && (
            <Note tone="attention">{t('Previously allowed: {before}.', { before: figure(watch.each) })}</Note>
          )}
        </PriceAndCap>
      </DialogBody>
      <SwitchOnActs cap={cap} blocked={blocked} onSwitchOn={switchOn} onClose={onClose} />
    </DialogFrame>
  )
}
