import { mostIds } from '../../contract/limits.ts'
import type { RequestView } from '../../contract/views.ts'
import { chunk } from '../grid/chunk.ts'
import { useRequests } from './requests-store.ts'

/** As many calls as it takes, one after the other; what refuses one ends it. Returns the requests that were acted on. */
export async function actOnMany(
  ids: readonly string[],
  act: (ids: string[]) => Promise<{ value: RequestView[] } | null>,
): Promise<RequestView[]> {
  const acted: RequestView[] = []
  for (const some of chunk(ids, mostIds)) {
    const answer = await act(some)
    if (!answer) break
    useRequests.getState().take(answer.value)
    acted.push(...answer.value)
  }
  return acted
}
