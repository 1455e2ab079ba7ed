import { useEffect, useState } from 'react'
import type { CallAnswer } from '../../../contract/ipc.ts'
import type { LedgerPeriod, LedgerRow, LedgerView } from '../../../contract/ledger.ts'
import { call } from '../../bridge.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useRequests } from '../../stores/requests-store.ts'

interface Read<T> {
  value: T | null
  trouble: string | null
}

/** Read again once requests have stood still for so long: a batch changes many in a second. */
const againAfterMs = 300

function useRead<T>(read: (period: LedgerPeriod) => Promise<CallAnswer<T>>, { from, to }: LedgerPeriod): Read<T> {
  const requests = useDebounced(
    useRequests((mirror) => mirror.all),
    againAfterMs,
  )
  const [state, setState] = useState<Read<T> & { of: typeof requests | null }>({ value: null, trouble: null, of: null })
  useEffect(() => {
    let isCurrent = true
    void read({ from, to }).then((answer) => {
      if (!isCurrent) return
      if (answer.ok) setState({ value: answer.value, trouble: null, of: requests })
      else setState((old) => ({ ...old, trouble: answer.message, of: requests }))
    })
    return () => {
      isCurrent = false
    }
  }, [read, from, to, requests])
  return state
}

const readView = (period: LedgerPeriod): Promise<CallAnswer<LedgerView>> => call('ledger.view', period)
const readRows = (period: LedgerPeriod): Promise<CallAnswer<LedgerRow[]>> => call('ledger.rows', period)

/** The sums of a period, kept up to date. */
export const useLedger = (period: LedgerPeriod): Read<LedgerView> => useRead(readView, period)

/** Its requests, kept up to date. */
export const useLedgerRows = (period: LedgerPeriod): Read<LedgerRow[]> => useRead(readRows, period)
