import { useEffect, useState } from 'react'
import type { ExportSample } from '../../../contract/exports.ts'
import type { ExportPicture } from '../../../domain/export/choice.ts'
import { call } from '../../bridge/bridge.ts'

/** Long enough that a slider on its way asks for nothing. */
const waitMs = 250

export type Sampled =
  | { is: 'none' | 'making' }
  | { is: 'made'; id: string; sample: ExportSample }
  | { is: 'failed'; message: string }

/** What one result would become, made anew a moment after the choice last changed; what it was is shown meanwhile. */
export function useSample(id: string | null, picture: ExportPicture | null, mark: boolean): Sampled {
  const [sampled, setSampled] = useState<Sampled>({ is: 'none' })
  const key = picture === null ? null : JSON.stringify([id, picture, mark])
  useEffect(() => {
    if (key === null || id === null || picture === null) {
      setSampled({ is: 'none' })
      return
    }
    let isOver = false
    setSampled((before) => (before.is === 'made' && before.id === id ? before : { is: 'making' }))
    const timer = setTimeout(async () => {
      const answer = await call('exports.sample', { id, picture, mark })
      if (isOver) return
      if (!answer.ok) setSampled({ is: 'failed', message: answer.message })
      else if (answer.value !== null) setSampled({ is: 'made', id, sample: answer.value })
    }, waitMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
    // The key says all of it.
  }, [key])
  return sampled
}
