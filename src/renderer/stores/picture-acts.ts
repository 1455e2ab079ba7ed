import type { ContextActId } from '../../contract/context-acts.ts'
import type { AssetFlag, LibraryItem } from '../../contract/library.ts'
import type { AssetView, RequestView } from '../../contract/views.ts'
import { callMain } from '../bridge/bridge.ts'
import { useNotices } from '../bridge/notices-store.ts'
import { flaggedWords } from '../format/flag-words.ts'
import { t } from '../format/messages.ts'
import type { ActGroups, ContextHandler } from './context-acts.ts'
import { useCreate } from './create-store.ts'
import { markPicture } from './mark-picture.ts'
import { useSkills } from './skill-store.ts'
import { filesOf, usePicturesAsReferences, usePicturesInSkill } from './use-pictures.ts'
import { beforeAndAfter, useView } from './view-store.ts'

export async function copyPicture(id: string): Promise<void> {
  if (await callMain('library.copyPicture', { id }))
    useNotices.getState().say({ tone: 'plain', message: t('Picture copied.') })
}

/** The form is filled as it was then; nothing is sent, and the price is today's. */
export async function fillFormOf(of: { kind: 'generation' | 'skill'; id: string }): Promise<void> {
  if (of.kind === 'generation') {
    if (await useCreate.getState().takeOrderOf(of.id)) useView.getState().go('create')
    return
  }
  const skill = await useSkills.getState().takeOrderOf(of.id)
  if (skill === null) return
  useSkills.getState().choose(skill)
  useView.getState().go('skills')
}

/** Whether its edge can be mended: something of it is transparent, and nothing of it moves. */
export const canTouchUp = ({ mediaType, format, hasAlpha, present }: AssetView): boolean =>
  mediaType === 'image' && format !== 'gif' && hasAlpha && present

/** A cutout's own act; none of another picture. */
export const touchUpActs = (asset: AssetView): ContextHandler[] =>
  canTouchUp(asset) ? [{ act: 'touch-up', run: () => useView.getState().openTouchUp(asset.id) }] : []

const offeredSkills = ['remove-bg', 'product-detail', 'brand-poster', 'white-bg', 'upscale'] as const

/** Where the files of pictures can go on to; nothing is sent by it. */
export function useInActs(files: () => Promise<string[]>, isOff: boolean): ContextHandler[] {
  const listed = useSkills.getState().skills?.skills ?? []
  return [
    { act: 'use-create', isOff, run: () => files().then(usePicturesAsReferences) },
    ...offeredSkills
      .filter((id) => listed.some((each) => each.id === id && each.supported))
      .map(
        (id): ContextHandler => ({
          act: `use-${id}`,
          isOff,
          run: () => files().then((each) => usePicturesInSkill(id, each)),
        }),
      ),
  ]
}

/** Stars and flags, with those that it has where it is one picture. */
export function markActs(
  now: { rating: number | null; flag: AssetFlag | null },
  rate: (rating: number) => unknown,
  flag: (flag: AssetFlag | null) => unknown,
): ActGroups {
  const stars = [5, 4, 3, 2, 1, 0] as const
  return [
    [
      { act: 'pick', isOn: now.flag === 'pick', run: () => flag('pick') },
      { act: 'reject', isOn: now.flag === 'reject', run: () => flag('reject') },
      { act: 'unflag', run: () => flag(null) },
      ...stars.map(
        (rating): ContextHandler => ({
          act: `stars-${rating}` satisfies ContextActId,
          isOn: now.rating === rating,
          run: () => rate(rating),
        }),
      ),
    ],
  ]
}

/** What can be done with a result, wherever it is shown. */
export function resultActs(asset: AssetView, request: RequestView | null, marks: LibraryItem | null): ActGroups {
  const isOff = !asset.present
  const pair = request === null ? [] : beforeAndAfter(request)
  const files = (): Promise<string[]> => filesOf({ ids: [asset.id] })
  const { openAsset, openCompare, openReceipt } = useView.getState()
  const rated = (rating: number): string =>
    t('{pictures} rated {rating, plural, one {# star} other {# stars}}', { pictures: asset.name, rating })
  return [
    [
      { act: 'open', run: () => openAsset(asset.id) },
      ...(pair.length > 1 ? [{ act: 'compare' as const, run: () => openCompare(pair) }] : []),
      ...touchUpActs(asset),
    ],
    ...markActs(
      { rating: marks?.rating ?? null, flag: marks?.flag ?? null },
      (rating) => markPicture(asset.id, { rating }, rated(rating)),
      (flag) => markPicture(asset.id, { flag }, flaggedWords(flag, 1)),
    ),
    asset.mediaType === 'video' ? [] : useInActs(files, isOff),
    [
      ...(asset.mediaType === 'video'
        ? []
        : [{ act: 'copy-picture' as const, isOff, run: () => copyPicture(asset.id) }]),
      { act: 'show-in-folder', isOff, run: () => callMain('library.showInFolder', { id: asset.id }) },
    ],
    [
      { act: 'open-receipt', run: () => openReceipt(asset.requestId) },
      { act: 'use-settings', run: () => fillFormOf({ kind: asset.kind, id: asset.requestId }) },
    ],
  ]
}

/** What can be done with a request, and with the first of what came of it. */
export function requestActs(request: RequestView, more: readonly ContextHandler[] = []): ActGroups {
  const [asset] = request.assets
  const { openReceipt } = useView.getState()
  const own: ContextHandler[] = [
    ...(request.canCancel
      ? [{ act: 'cancel' as const, run: () => callMain('requests.cancel', { ids: [request.id] }) }]
      : []),
    ...more,
  ]
  if (asset) return [...resultActs(asset, request, null), own]
  return [own, [{ act: 'open-receipt', run: () => openReceipt(request.id) }]]
}
