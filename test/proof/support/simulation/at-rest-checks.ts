import type { Job } from '../../../../src/domain/request/receipt.ts'
import { unlisted } from '../../../../src/domain/request/unlisted.ts'
import { Assets } from '../../../../src/engine/store/assets.ts'
import { wrongsOf } from '../oracle.ts'
import { type App, libraryPath } from './app.ts'
import { isAtRest } from './at-rest.ts'
import { owes } from './owed-check.ts'
import type { RealJob } from './remote.ts'
import type { SharedWorld } from './shared-world.ts'
import type { Watch } from './watch.ts'

/**
 * What is wrong when all is at rest: orders without an end, books that do not agree, outputs that nobody knows of.
 * @param replaced in whose place new orders were made on the word that nothing was charged
 */
export function wrongsAtRest(app: App, { remote, database }: SharedWorld, watch: Watch, replaced: string[]): string[] {
  const receipts = app.receipts.list({})
  const wrongs: string[] = []
  for (const receipt of receipts) {
    const { id, phase, jobs } = receipt
    if (!isAtRest(receipt)) wrongs.push(`${id.slice(0, 8)} has come to rest as ${phase}`)
    for (const { generationId, status, urls } of jobs)
      if (status === 'completed' && generationId !== null && urls.length !== remote.outputsOf(generationId))
        wrongs.push(`${id.slice(0, 8)} knows ${urls.length} of ${remote.outputsOf(generationId)} outputs`)
    // All addresses are good, and there was time to try them all: what the service has made must be at home (I12).
    if (owes(receipt) && !isGone(jobs, remote.jobsOf(id)))
      wrongs.push(`${id.slice(0, 8)} still owes a result (${receipt.owed[0]?.reason ?? 'nobody tried'})`)
  }
  for (const id of app.receipts.setAside()) wrongs.push(`${id.slice(0, 8)} was set aside`)
  // What a person left without knowing how it stands is not looked at any more, and they were told so. What is gone can
  // no longer be asked for its charge (O130).
  const asked = receipts.filter(
    ({ id, phase, creditsUsed, ...listed }) =>
      !watch.wasLeft(id) &&
      !watch.wasAbsurd(id) &&
      !(phase === 'gone' && creditsUsed === null) &&
      // What it says nothing of may be charged too: the sum is not yet known, and its quote counts.
      !(creditsUsed === null && unlisted(listed) > 0) &&
      // What a copy of a home asks of a person, it asks on what was known when it was made.
      !(phase === 'needs-decision' && watch.wasCopied(id)),
  )
  const ledger = remote.ledger()
  const store = { receipts: { list: () => receipts } as never, assets: new Assets(database.db) }
  wrongs.push(...wrongsOf({ store, library: libraryPath, ledger, ids: asked.map(({ id }) => id) }))
  for (const { requestId } of ledger.entries)
    if (!receipts.some(({ id }) => id === requestId) && !watch.isElsewhere(requestId ?? ''))
      wrongs.push(`${requestId} is charged and has no receipt`)
  for (const id of replaced.filter((one) => receipts.some(({ replaces }) => replaces === one)))
    if (remote.jobsOf(id).length > 0)
      wrongs.push(`${id.slice(0, 8)} was charged after another was ordered in its place`)
  for (const id of watch.ids()) {
    const moments = new Set(remote.jobsOf(id).map((job) => job.acceptedAtMs))
    if (moments.size > 1) wrongs.push(`${id.slice(0, 8)} was dispatched ${moments.size} times`)
  }
  return wrongs
}

/** The service does not have all of it any more. */
const isGone = (jobs: Job[], real: RealJob[]): boolean =>
  real.some((job) => job.isGone && jobs.some(({ generationId }) => generationId === job.id))
