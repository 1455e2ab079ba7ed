import { flushSync } from 'react-dom'
import { useView } from '../stores/view-store.ts'
import { readScreen } from './screens.ts'

const searchHere = (): HTMLInputElement | undefined =>
  [...document.querySelectorAll<HTMLInputElement>('main input[type="search"]')].find(
    (field) => field.getClientRects().length > 0,
  )

/** To the search of what is shown; the library's where that has none. */
export async function findHere(): Promise<void> {
  if (searchHere() === undefined) {
    await readScreen('library')
    flushSync(() => useView.getState().go('library'))
  }
  const field = searchHere()
  field?.focus()
  field?.select()
}
