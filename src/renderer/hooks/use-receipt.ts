import { useEffect, useState } from 'react'
import type { ReceiptView } from '../../contract/views.ts'
import { call } from '../bridge/bridge.ts'
import { useRequest } from '../stores/requests-store.ts'

interface Held {
  id: string
  receipt: ReceiptView | null
  trouble: string | null
}

/** The receipt of a request, read again whenever the request changes. */
export function useReceipt(id: string | null): Pick<Held, 'receipt' | 'trouble'> {
  const request = useRequest(id)
  // A copy that was made elsewhere is no step of the request itself, nor is what it is filed under.
  const changedAt = `${request?.updatedAt ?? ''} ${JSON.stringify([request?.copies ?? null, request?.project ?? null])}`
  const [held, setHeld] = useState<Held | null>(null)
  const wanted = id === null ? null : `${id} ${changedAt}`
  useEffect(() => {
    const of = wanted?.split(' ')[0]
    if (of === undefined) return
    let current = true
    void call('requests.receipt', { id: of }).then((answer) => {
      if (!current) return
      setHeld(
        answer.ok
          ? { id: of, receipt: answer.value, trouble: null }
          : { id: of, receipt: null, trouble: answer.message },
      )
    })
    return () => {
      current = false
    }
  }, [wanted])
  return held?.id === id ? held : { receipt: null, trouble: null }
}
