import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { AppSnapshot } from '../../../contract/app.ts'
import { call } from '../../bridge/bridge.ts'
import { useNotices } from '../../bridge/notices-store.ts'
import { apart, t } from '../../format/messages.ts'
import { useApp } from '../../stores/app-store.ts'
import { mayLeaveService } from '../../stores/leaving-store.ts'
import { takeSnapshot } from '../../stores/mirror.ts'
import { changingHome } from '../../stores/save-later.ts'

const looksLikeAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text)

interface TypedField {
  ref: RefObject<HTMLInputElement | null>
  value: string
  setValue: (value: string) => void
  problem: string | null
  setProblem: (problem: string | null) => void
  /** Says at the field what is wrong with it, and goes there. */
  blame: (message: string) => void
}

function useTypedField(): TypedField {
  const ref = useRef<HTMLInputElement>(null)
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const blame = (message: string): void => {
    setProblem(message)
    ref.current?.focus()
  }
  return { ref, value, setValue, problem, setProblem, blame }
}

interface Connect {
  address: TypedField
  key: TypedField
  busy: boolean
  submit: (event: FormEvent) => void
}

/** Takes a service, and the key for it where one is typed. */
export function useConnect(isFirst: boolean, onKept: (() => void) | undefined): Connect {
  const address = useTypedField()
  const key = useTypedField()
  const [busy, setBusy] = useState(false)
  useEffect(() => () => useApp.getState().connecting(false), [])

  const keep = async (): Promise<void> => {
    address.setProblem(null)
    key.setProblem(null)
    const wanted = address.value.trim()
    if (!looksLikeAddress(wanted)) {
      address.blame(t('Enter the full address, starting with https://.'))
      return
    }
    const typed = key.value.trim()
    if (!(await mayLeaveService(wanted))) return
    setBusy(true)
    // Else the first page would go with what is typed in it, before the key is taken.
    useApp.getState().connecting(isFirst)
    const used = await changingHome(async () => {
      const answer = await call('app.useService', { address: wanted, withKeptKey: typed === '' })
      if (answer.ok) takeSnapshot(answer.value)
      return answer
    })
    if (!used.ok) {
      setBusy(false)
      useApp.getState().connecting(false)
      const field = used.code === 'key-form' ? key : address
      field.blame(apart(used.message))
      return
    }
    await keepKey(used.value, typed)
  }

  const keepKey = async (used: AppSnapshot, typed: string): Promise<void> => {
    const { service } = used
    // For the service that was taken and no other, whatever was chosen meanwhile.
    const kept = typed === '' || service === null ? null : await call('key.set', { key: typed, service })
    setBusy(false)
    if (kept === null) {
      useApp.getState().connecting(false)
      onKept?.()
      return
    }
    if (!kept.ok) {
      takeSnapshot(used)
      key.blame(apart(kept.message))
      return
    }
    key.setValue('')
    useApp.getState().connecting(false)
    takeSnapshot({ ...used, key: kept.value })
    onKept?.()
    const isSure = kept.value.where !== 'session' && kept.value.checked !== 'unchecked'
    useNotices.getState().say({ tone: isSure ? 'plain' : 'attention', message: kept.value.words, said: true })
  }

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!busy) void keep()
  }
  return { address, key, busy, submit }
}
