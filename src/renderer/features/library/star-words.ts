import { t } from '../../format/messages.ts'

export const starWords = (rating: number): string =>
  rating === 5 ? t('5 stars') : t('{rating, plural, one {# star} other {# stars}} or more', { rating })
