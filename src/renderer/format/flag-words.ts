import type { AssetFlag } from '../../contract/library.ts'
import { perLanguage, t } from './messages.ts'

/** What a flag says of a picture. */
export const flagWords = perLanguage(
  (): Record<AssetFlag, string> => ({
    pick: t('Picked'),
    reject: t('Rejected'),
  }),
)

/** What was done, to so many. */
export function flaggedWords(flag: AssetFlag | null, count: number): string {
  const pictures = t('{count, plural, one {# picture} other {# pictures}}', { count })
  switch (flag) {
    case 'pick':
      return t('{pictures} picked', { pictures })
    case 'reject':
      return t('{pictures} rejected', { pictures })
    case null:
      return t('Flag removed from {pictures}', { pictures })
  }
}
