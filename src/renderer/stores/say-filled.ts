import { useNotices } from '../bridge/notices-store.ts'
import { t } from '../format/messages.ts'

/** Says what a form was filled with; what somebody had put there before can be had back. @param back null where nothing gave way */
export function sayFilled(words: string, back: (() => void) | null): void {
  useNotices
    .getState()
    .say({ tone: 'plain', words, ...(back === null ? {} : { act: { words: t('Put the old back'), run: back } }) })
}

/** Of a form that was filled as an order had it. */
export const asOrderedWords = (form: string): string =>
  t('The form “{form}” stands as it did when that was ordered. Nothing was sent.', { form })
