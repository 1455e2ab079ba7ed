import { useEffect } from 'react'
import { behind } from '../format/list-age.ts'

export interface ListOfService {
  isOld: (now: number) => boolean
  read: () => void
}

/**
 * Reads a list of the service where it is past its time (§8): when its screen opens, and when somebody comes back to a
 * window that stood open for hours.
 * @param list the same object each time; null where nothing may be asked yet
 */
export function useFreshList(list: ListOfService | null): void {
  useEffect(() => {
    if (list === null) return
    const look = (): void => {
      if (list.isOld(Date.now())) list.read()
    }
    look()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [list])
}

interface OneReading {
  list: ListOfService
  listReadAt: string | null
  quoteReadAt: string | null
  quoteAgain: () => void
}

/** The choices with their prices and the total are of one reading of the service: whichever is older is read anew. */
export function useOneReading({ list, listReadAt, quoteReadAt, quoteAgain }: OneReading): void {
  useEffect(() => {
    const which = behind(listReadAt, quoteReadAt)
    if (which === 'list') list.read()
    else if (which === 'quote') quoteAgain()
  }, [list, listReadAt, quoteReadAt, quoteAgain])
}
