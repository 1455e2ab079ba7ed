import { useEffect, useState } from 'react'
import type { CapsView } from '../../contract/views.ts'
import { call } from '../bridge.ts'
import { useRequests } from '../stores/requests-store.ts'

/** The caps as the engine has them, read again a moment after requests changed. */
export function useCaps(): [CapsView | null, (caps: CapsView) => void] {
  const [caps, setCaps] = useState<CapsView | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = (): void => {
      timer = undefined
      void call('queue.caps', undefined).then((answer) => answer.ok && setCaps(answer.value))
    }
    read()
    const stop = useRequests.subscribe(() => {
      timer ??= setTimeout(read, 500)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
  return [caps, setCaps]
}
