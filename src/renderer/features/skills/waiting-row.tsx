import { X } from 'lucide-react'
import { type JSX, memo, useState } from 'react'
import type { InspectedFile } from '../../../contract/files.ts'
import { isAddress } from '../../../domain/form/address.ts'
import { needsResize, resizedFor } from '../../../domain/form/upscale-size.ts'
import { callMain } from '../../bridge/bridge.ts'
import { EngineSentence } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { QuotedCell } from '../../components/charge-cell.tsx'
import { FileName } from '../../components/file-name.tsx'
import { Pair } from '../../components/picture.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { cx } from '../../format/cx.ts'
import { bytes, creditWords, dimensions } from '../../format/format.ts'
import { apart, t } from '../../format/messages.ts'
import { rich } from '../../format/rich.tsx'
import { lookOf } from '../../format/state-look.ts'
import { useRequests } from '../../stores/requests-store.ts'
import { useSkills } from '../../stores/skill-store.ts'
import { useView } from '../../stores/view-store.ts'
import { CopyDialog } from './copy-dialog.tsx'
import { IconAct } from './icon-act.tsx'
import styles from './skills.module.css'
import type { LeftOut, PaidBefore } from './use-skill-order.ts'

type Reencode = NonNullable<NonNullable<LeftOut['original']>['reencode']>

/** "5,144 × 3,480 · 4.1 MB", and for an original the size that the service works on where that is another. */
function sizeWords(file: InspectedFile, asOriginal: boolean): string {
  const { width, height } = file
  if (isAddress(file.file)) return t('from URL')
  const parts = [dimensions(width, height), bytes(file.sizeBytes)]
  if (asOriginal && width !== null && height !== null && needsResize(width, height)) {
    const fit = resizedFor(width, height)
    parts.push(t('processed at {size}', { size: dimensions(fit.width, fit.height) }))
  }
  return parts.filter(Boolean).join(' · ')
}

function paidWords({ credits, isOpen }: PaidBefore, again: boolean): string {
  if (isOpen) return again ? t('Already in the queue. Ordered again.') : t('Already in the queue. Skipped.')
  if (credits === null) return again ? t('Already made. Ordered again.') : t('Already made. Skipped.')
  const amount = creditWords(credits)
  return again
    ? t('Already made ({credits}). Ordered again.', { credits: amount })
    : t('Already made ({credits}). Skipped.', { credits: amount })
}

/** One that is too old for the mirror is read from its receipt. */
async function openResultOf(requestId: string): Promise<void> {
  const known = useRequests.getState().byId.get(requestId)
  const request = known ?? (await callMain('requests.receipt', { id: requestId }))?.value.request
  const asset = request?.assets.find(({ present }) => present) ?? request?.assets[0]
  if (asset) useView.getState().openAsset(asset.id)
}

/** Made before with the same settings: what it cost then, and the way to it. */
function Paid({ paid, again }: { paid: PaidBefore; again: boolean }): JSX.Element {
  const openReceipt = useView((view) => view.openReceipt)
  return (
    <span className="hint">
      {paidWords(paid, again)}{' '}
      {paid.assets.length > 0 && (
        <>
          <button
            type="button"
            className="text-link"
            data-opens={`paid ${paid.requestId}`}
            onClick={() => void openResultOf(paid.requestId)}
          >
            {t('Open picture')}
          </button>
          {' · '}
        </>
      )}
      <button
        type="button"
        className="text-link"
        data-request={paid.requestId}
        onClick={() => openReceipt(paid.requestId)}
      >
        {t('Receipt')}
      </button>
    </span>
  )
}

interface WaitingRowProps {
  skill: string
  file: InspectedFile
  /** Goes at its own size (service.md §4.14). */
  asOriginal: boolean
  /** What one request is quoted at. */
  each: number | null
  /** Its result is at home from an earlier order. */
  paid: PaidBefore | null
  makesAgain: boolean
  /** The very picture is in the batch already, under whatever name. */
  isDouble: boolean
  /** The service would first make it smaller, and nobody has said yet whether it may: by this field. */
  resize: string | null
  /** The lossy copy that could go in its place, and the one that goes since a person said so (A1). */
  offered: Reencode | null
  accepted: Reencode | null
}

/** A file too large for an upload may go as a lossy copy at its full size, where a person says so (A1). */
function CopyAct({ skill, file, offered, accepted }: WaitingRowProps): JSX.Element | null {
  const reencode = useSkills((state) => state.reencode)
  const [comparing, setComparing] = useState(false)
  if (accepted)
    return (
      <Button look="quiet" small onClick={() => reencode(skill, [file.file], false)}>
        {t('Don’t send a copy')}
      </Button>
    )
  if (offered === null) return null
  return (
    <>
      <Button small onClick={() => setComparing(true)}>
        {rich('A copy…<hidden> of {name}, at quality {quality}</hidden>', {
          name: file.name,
          quality: offered.quality,
          hidden: (chunks) => <span className="sr-only">{chunks}</span>,
        })}
      </Button>
      {comparing && <CopyDialog skill={skill} file={file} offered={offered} onClose={() => setComparing(false)} />}
    </>
  )
}

/** A file that waits to be sent, or cannot be used and says why. */
export const WaitingRow = memo(function WaitingRow(props: WaitingRowProps): JSX.Element {
  const { skill, file, asOriginal, each, paid, makesAgain, isDouble, resize, accepted } = props
  const set = useSkills((state) => state.set)
  const remove = useSkills((state) => state.remove)
  const isLeftOut = paid !== null && !makesAgain
  const isUsable = file.problem === null
  return (
    <>
      <Pair before={file.thumbnail} after={null} />
      <span className={styles.name}>
        <span className="strong cut-end" title={apart(file.path)}>
          <FileName name={file.name} path={file.path} />
        </span>
        <span className="hint cut-end">{sizeWords(file, asOriginal)}</span>
      </span>
      <span className={cx(styles.state, (!isUsable || paid !== null) && styles.stacked, !isUsable && styles.broad)}>
        <span className={styles.flow}>
          <StateBadge
            look={lookOf(!isUsable ? 'unusable' : resize === null ? 'ready' : 'needs-decision')}
            framed={resize === null}
            {...(isLeftOut ? { label: paid.isOpen ? t('Already ordered') : t('Already made') } : {})}
          />
          {!isUsable && (
            <span className="hint" title={apart(file.problem ?? '')}>
              <EngineSentence>{file.problem}</EngineSentence>
            </span>
          )}
          {isUsable && resize !== null && (
            <span className="hint cut-end">{t('Larger than the service takes. Nothing sent or charged.')}</span>
          )}
          {isUsable && paid && <Paid paid={paid} again={makesAgain} />}
          {isUsable && isDouble && !isLeftOut && resize === null && (
            <span className="hint cut-end">{t('Duplicate. Will be charged.')}</span>
          )}
          {isUsable && accepted && (
            <span className="hint cut-end">
              {t('As a full-size copy, {size}, quality {quality}', {
                size: bytes(accepted.sizeBytes),
                quality: accepted.quality,
              })}
            </span>
          )}
        </span>
      </span>
      {isUsable && !isLeftOut && <QuotedCell credits={each} word={each === null ? t('no price yet') : t('quoted')} />}
      {isUsable && isLeftOut && <span />}
      <span className={styles.acts}>
        {isUsable && resize !== null && (
          <Button small aria-label={t('Resize {name}', { name: file.name })} onClick={() => set(skill, resize, true)}>
            {t('Resize')}
          </Button>
        )}
        <CopyAct {...props} />
        <IconAct label={t('Remove')} of={file.name} icon={X} onAct={() => remove(skill, new Set([file.file]))} />
      </span>
    </>
  )
})
