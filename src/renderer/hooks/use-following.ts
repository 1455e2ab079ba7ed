import { useEffect, useState } from 'react'
import type { CallInput, CallName, CallOutput } from '../../contract/ipc.ts'
import { call } from '../bridge/bridge.ts'
import { useRequests } from '../stores/requests-store.ts'

/** Calls that read and are given nothing. */
type Reading = { [N in CallName]: undefined extends CallInput<N> ? N : never }[CallName]

/** What the engine has, read again a moment after requests changed; null until it has said so. */
export function useFollowing<N extends Reading>(name: N): [CallOutput<N> | null, (value: CallOutput<N>) => void] {
  const [value, setValue] = useState<CallOutput<N> | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = (): void => {
      timer = undefined
      void call(name, undefined as CallInput<N>).then((answer) => answer.ok && setValue(answer.value))
    }
    read()
    const stop = useRequests.subscribe(() => {
      timer ??= setTimeout(read, 500)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [name])
  return [value, setValue]
}
