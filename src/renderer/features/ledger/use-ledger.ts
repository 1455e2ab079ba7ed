import { useEffect, useState } from 'react'
import type { CallAnswer } from '../../../contract/ipc.ts'
import type { LedgerCut, LedgerPeriod, LedgerRow, LedgerView } from '../../../contract/ledger.ts'
import { call } from '../../bridge/bridge.ts'
import { useDebounced } from '../../hooks/use-debounced.ts'
import { useRequests } from '../../stores/requests-store.ts'

interface Read<T> {
  value: T | null
  trouble: string | null
}

/** Read again once requests have stood still for so long: a batch changes many in a second. */
const againAfterMs = 300

/** @param input the same object as long as the same is asked for */
function useRead<I, T>(read: (input: I) => Promise<CallAnswer<T>>, input: I): Read<T> {
  const requests = useDebounced(
    useRequests((mirror) => mirror.all),
    againAfterMs,
  )
  const [state, setState] = useState<Read<T> & { of: typeof requests | null }>({ value: null, trouble: null, of: null })
  useEffect(() => {
    let isCurrent = true
    void read(input).then((answer) => {
      if (!isCurrent) return
      if (answer.ok) setState({ value: answer.value, trouble: null, of: requests })
      else setState((old) => ({ ...old, trouble: answer.message, of: requests }))
    })
    return () => {
      isCurrent = false
    }
  }, [read, input, requests])
  return state
}

const readView = (cut: LedgerCut): Promise<CallAnswer<LedgerView>> => call('ledger.view', cut)
const readRows = (period: LedgerPeriod): Promise<CallAnswer<LedgerRow[]>> => call('ledger.rows', period)

/** The sums of a period, kept up to date. */
export const useLedger = (cut: LedgerCut): Read<LedgerView> => useRead(readView, cut)

/** Its requests, kept up to date. */
export const useLedgerRows = (period: LedgerPeriod): Read<LedgerRow[]> => useRead(readRows, period)
