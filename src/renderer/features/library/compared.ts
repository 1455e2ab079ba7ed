import type { LibraryItem } from '../../../contract/library.ts'
import type { AssetView, ReceiptView } from '../../../contract/views.ts'
import { apart, perLanguage, t } from '../../format/messages.ts'

/** What a picture can be laid beside. */
export interface Other {
  id: string
  /** On its plate. */
  words: string
  /** Plate of the open picture while this one lies beside it. */
  mine: string
  src: string
  hasAlpha: boolean
}

const asOther = (asset: AssetView, words: string, mine: string): Other => ({
  id: asset.id,
  words,
  mine,
  src: asset.full,
  hasAlpha: asset.hasAlpha,
})

/**
 * The source that it was made from, the other results of the same order, and the one it was chosen together with.
 * Only pictures that are on this computer.
 */
export function othersOf(asset: LibraryItem, receipt: ReceiptView | null, second: LibraryItem | null): Other[] {
  const { source, assets } = receipt?.request ?? { source: null, assets: [] }
  const before: Other[] =
    source?.thumbnail == null
      ? []
      : [
          {
            id: 'before',
            words: t('Before'),
            mine: t('After'),
            src: source.thumbnail.replace(/thumbnail$/, 'full'),
            hasAlpha: false,
          },
        ]
  const place = assets.findIndex(({ id }) => id === asset.id) + 1
  const candidates = assets.flatMap((each, at) =>
    each.id === asset.id || each.mediaType === 'video' || !each.present
      ? []
      : [asOther(each, t('Result {place}', { place: at + 1 }), t('Result {place}', { place }))],
  )
  const chosen =
    second && second.id !== asset.id && second.mediaType === 'image'
      ? [asOther(second, apart(second.name), apart(asset.name))]
      : []
  const known = new Set(chosen.map(({ id }) => id))
  return [...chosen, ...before, ...candidates.filter(({ id }) => !known.has(id))]
}

export const ways = ['slide', 'side', 'blink', 'off'] as const
export type Way = (typeof ways)[number]
export const wayWords = perLanguage(
  (): Record<Way, string> => ({
    slide: t('Slide'),
    side: t('Side by side'),
    blink: t('Blink'),
    off: t('Off'),
  }),
)
