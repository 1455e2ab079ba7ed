import { dateShort } from '../../format/format.ts'
import { perLanguage, t } from '../../format/messages.ts'

export const spans = perLanguage(
  () =>
    [
      { when: 'today', label: t('Today') },
      { when: 'yesterday', label: t('Yesterday') },
      { when: 'last 7 days', label: t('Last 7 days') },
      { when: 'last 30 days', label: t('Last 30 days') },
      { when: 'this year', label: t('This year') },
    ] as const,
)

/** A span in words: one of the list, or a day of the calendar. */
export const spanWords = (when: string): string =>
  spans().find((one) => one.when === when)?.label ??
  (/^\d{4}-\d{2}-\d{2}$/.test(when) ? dateShort(`${when}T12:00:00`) : when)
