import type { LibraryItem } from '../../../contract/library.ts'
import type { AssetView, ReceiptView } from '../../../contract/views.ts'
import { perLanguage, t } from '../../format/messages.ts'
import { type Comparable, fullOf } from '../../stores/view-store.ts'

/** What a picture can be laid beside. */
export interface Other {
  id: string
  /** On its plate. */
  label: string
  /** Plate of the open picture while this one lies beside it. */
  mine: string
  src: string
  thumbnail: string
  hasAlpha: boolean
}

const beforeId = 'before'

const asOther = (asset: AssetView, label: string, mine: string): Other => ({
  id: asset.id,
  label,
  mine,
  src: asset.full,
  thumbnail: asset.thumbnail,
  hasAlpha: asset.hasAlpha,
})

/**
 * The source that it was made from, and the other results of the same order. Only pictures that are on this computer.
 */
export function othersOf(asset: LibraryItem, receipt: ReceiptView | null): Other[] {
  const { source, assets } = receipt?.request ?? { source: null, assets: [] }
  const before: Other[] =
    source?.thumbnail == null
      ? []
      : [
          {
            id: beforeId,
            label: t('Before'),
            mine: t('After'),
            src: fullOf(source.thumbnail),
            thumbnail: source.thumbnail,
            hasAlpha: false,
          },
        ]
  const place = assets.findIndex(({ id }) => id === asset.id) + 1
  const candidates = assets.flatMap((each, at) =>
    each.id === asset.id || each.mediaType === 'video' || !each.present
      ? []
      : [asOther(each, t('Result {place}', { place: at + 1 }), t('Result {place}', { place }))],
  )
  if (asset.parentId === null) return [...before, ...candidates]
  // Made here of one of them, which it is compared with first; it is none of the order's results itself.
  const parent = assets.find(({ id, present }) => id === asset.parentId && present)
  return [...(parent ? [asOther(parent, t('As it came'), t('Touched up'))] : []), ...before]
}

/** The open picture and the others, as they are laid beside each other: what it was made from comes first. */
export function comparablesOf(asset: LibraryItem, others: readonly Other[]): Comparable[] {
  const of = ({ id, label, src, thumbnail }: Other): Comparable =>
    id === beforeId ? { kind: 'source', src, thumbnail, label } : { kind: 'asset', id, label }
  const [first] = others
  const mine: Comparable = { kind: 'asset', id: asset.id, label: first?.mine ?? null }
  return first?.id === beforeId ? [of(first), mine, ...others.slice(1).map(of)] : [mine, ...others.map(of)]
}

export const ways = ['slide', 'blink', 'off'] as const
export type Way = (typeof ways)[number]
export const wayWords = perLanguage(
  (): Record<Way, string> => ({
    slide: t('Slide'),
    blink: t('Blink'),
    off: t('Off'),
  }),
)
