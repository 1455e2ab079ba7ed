import { useNotices } from '../bridge/notices-store.ts'
import { t } from '../format/messages.ts'

/** Says what a form was filled with; what somebody had put there before can be had back. @param back null where nothing gave way */
export function sayFilled(message: string, back: (() => void) | null): void {
  useNotices
    .getState()
    .say({ tone: 'plain', message, ...(back === null ? {} : { act: { label: t('Undo'), run: back } }) })
}

/** Of a form that was filled as an order had it. */
export const asOrderedWords = (form: string): string => t('Settings loaded in {form}. Nothing was sent.', { form })
