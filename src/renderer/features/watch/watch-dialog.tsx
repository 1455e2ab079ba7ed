import { FolderOpen } from 'lucide-react'
import { type JSX, useEffect, useMemo, useState } from 'react'
import type { CallInput } from '../../../contract/ipc.ts'
import { call, callMain } from '../../bridge/bridge.ts'
import { useNotices } from '../../bridge/notices-store.ts'
import { Button } from '../../components/button.tsx'
import { DialogBody, DialogFrame } from '../../components/dialog.tsx'
import { FieldLabel } from '../../components/field.tsx'
import { t } from '../../format/messages.ts'
import { skillLabels } from '../../format/skill-names.ts'
import { parseSum } from '../../format/typed-sum.ts'
import { type ChosenFolder as Chosen, type CopyChoice, choiceProblem, wishOf } from '../../forms/copy-choice.ts'
import { labelled, watchFormOf } from '../../forms/skill-form.ts'
import { useCopies, useCopyChoice } from '../../stores/copies-store.ts'
import { useWatches } from '../../stores/watch-store.ts'
import { ChosenFolderRow } from '../copies/chosen-folder.tsx'
import { CopyFields } from '../copies/copy-fields.tsx'
import { capProblem } from './cap-field.tsx'
import { type PicturePrice, PriceAndCap, SwitchOnActs } from './switch-on.tsx'
import styles from './watch.module.css'
import { folderName, proposedCap } from './watch-words.ts'
import type { WatchedOrder } from './watched-order.ts'

/** What one picture costs with the form as it stands; null while that is worked out. */
function usePrice(form: CallInput<'watch.price'>): PicturePrice | null {
  const [price, setPrice] = useState<PicturePrice | null>(null)
  const key = JSON.stringify(form)
  useEffect(() => {
    let current = true
    void call('watch.price', JSON.parse(key)).then((answer) => {
      if (current) setPrice(answer.ok ? answer.value : { credits: null, problem: answer.message })
    })
    return () => {
      current = false
    }
  }, [key])
  return price
}

/**
 * Sets up a folder whose new pictures are ordered by themselves. Nothing is on before the last button is pressed, and
 * that stands under the price of one picture and the cap of a day.
 */
export function WatchDialog({ order, onClose }: { order: WatchedOrder; onClose: () => void }): JSX.Element {
  const { skill, work, id } = order
  const form = useMemo(() => watchFormOf(id, skill, work), [id, skill, work])
  const price = usePrice(form)
  const usualName = useCopies((state) => state.template)
  const onForm = useCopyChoice(id)
  const [copies, setCopies] = useState<CopyChoice>(onForm.to === 'library' ? { ...onForm, to: 'beside' } : onForm)
  const [folder, setFolder] = useState<Chosen | null>(null)
  const [typedCap, setCap] = useState<string | null>(null)
  const each = price?.credits ?? null
  const cap = typedCap ?? (each === null ? '' : String(proposedCap(each)))

  const chooseFolder = async (): Promise<void> => {
    const answer = await callMain('files.chooseFolder', { purpose: 'watch' })
    if (answer?.value) setFolder(answer.value)
  }
  const blocked =
    folder === null || each === null || capProblem(cap, each) !== null || choiceProblem(copies, usualName) !== null
  const switchOn = async (): Promise<void> => {
    const most = parseSum(cap)
    if (blocked || folder === null || each === null || most === null) return
    const alsoTo = wishOf(copies, usualName) ?? null
    const answer = await callMain('watch.setUp', { ...form, folder: folder.folder, alsoTo, each, cap: most })
    if (!answer) return
    useWatches.getState().take(answer.value)
    useNotices.getState().announce(t('Now watching {folder}.', { folder: folderName(folder.path) }))
    onClose()
  }
  return (
    <DialogFrame className={styles.modal} onClose={onClose}>
      <DialogBody className={styles.body} title={t('Watch a folder: {skill}', { skill: skillLabels(id).name })}>
        <p className="soft">
          {t(
            'Each new picture in the folder is ordered automatically, once, with these settings. Pictures already there and subfolders are ignored.',
          )}
        </p>
        <ChosenFolderRow path={folder?.path ?? null} framed>
          <Button onClick={() => void chooseFolder()} autoFocus>
            <FolderOpen size={14} strokeWidth={1.75} aria-hidden />
            {folder === null ? t('Choose a folder…') : t('Choose another…')}
          </Button>
        </ChosenFolderRow>
        <PriceAndCap
          price={price}
          problemWords={(problem) => labelled(problem, skill?.fields ?? [])}
          cap={cap}
          onCap={setCap}
        >
          <p className="hint">
            {t(
              'Never more: if the price rises or the service has a question, the picture waits for you and nothing is sent.',
            )}
          </p>
        </PriceAndCap>
        <div>
          <FieldLabel label={t('Also save to')} />
          <CopyFields
            choice={copies}
            onChoose={(part) => setCopies((before) => ({ ...before, ...part }))}
            hasSource
            values={{ source: t('picture'), skill: id }}
          />
        </div>
      </DialogBody>
      <SwitchOnActs cap={cap} blocked={blocked} onSwitchOn={switchOn} onClose={onClose} />
    </DialogFrame>
  )
}
