import { createHash } from 'node:crypto'
import { moneySentence } from '../../../../src/domain/request/money-words.ts'
import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import type { Db } from '../../../../src/engine/store/db.ts'
import { libraryPath } from './app.ts'
import type { Disk } from './disk.ts'
import type { Known, Tell } from './known.ts'
import type { Remote } from './remote.ts'

/** What a step must never change: the body, the key, the order, what was accepted and what was brought home (I4, I5, I7). */
export function compare(before: Receipt, after: Receipt, acts: ReadonlySet<string>, tell: Tell): void {
  const { id } = after
  if (after.revision < before.revision) tell('I5', id, 'went back to an older step')
  if (before.body !== null && before.body.sha256 !== after.body?.sha256) tell('I4', id, 'has another body')
  if (before.keyFingerprint !== after.keyFingerprint) tell('I4', id, 'has another key')
  if (JSON.stringify(before.order) !== JSON.stringify(after.order)) tell('I4', id, 'has another order')
  if (before.acceptedAtMs !== null && before.acceptedAtMs !== after.acceptedAtMs)
    tell('I5', id, 'forgot that it was accepted')
  for (const job of before.jobs) {
    const same = after.jobs.find(({ generationId }) => generationId === job.generationId)
    if (job.generationId !== null && same === undefined) tell('I5', id, `forgot its job ${job.generationId}`)
    if (same && same.urls.length < job.urls.length) tell('I7', id, 'forgot an output')
  }
  if (before.place !== after.place && !acts.has('move')) tell('queue', id, 'has another place, and nobody moved it')
  for (const asset of before.assets)
    if (!after.assets.some(({ assetId }) => assetId === asset.assetId)) tell('I7', id, 'forgot a file')
}

/** Of some jobs of several the service's word stands at each of them. */
const refundOfJobs = ({ jobs }: Receipt): number =>
  jobs.reduce((sum, { creditsStatus, creditsUsed }) => sum + (creditsStatus === 'refunded' ? (creditsUsed ?? 0) : 0), 0)

/** What costs nothing by the list is charged with nothing. */
const wasCharged = (id: string, remote: Remote): boolean =>
  remote.jobsOf(id).length > 0 &&
  remote.ledger().entries.some(({ requestId, kind, credits }) => requestId === id && kind === 'charge' && credits > 0)

/** I6: only the service's own word is a refund, and only such a word is shown as one. */
export function money(after: Receipt, { isCopied }: Known, remote: Remote, tell: Tell): void {
  const error = (after.error ?? '').replace(`, and ${refundOfJobs(after)} refunded.`, '.')
  const words = `${error} ${moneySentence(after)} ${after.decision?.question ?? ''}`
  if (/\brefunded\b/.test(words) && after.creditsStatus !== 'refunded')
    tell('I6', after.id, `speaks of a refund: ${words}`)
  const saysNothing = after.decision?.mayHaveCharged === false || /Nothing was charged/.test(after.error ?? '')
  // In a copy that is what the service said before the other one of the two went on.
  if (saysNothing && !isCopied && wasCharged(after.id, remote))
    tell('money', after.id, `says that nothing was charged: ${words}`)
  const isSaid = after.creditsStatus === 'refunded' || after.jobs.some((job) => job.creditsStatus === 'refunded')
  if (!isSaid) return
  const books = remote.ledger().entries.filter(({ requestId }) => requestId === after.id)
  const refunded = new Set(books.filter(({ kind }) => kind === 'refund').map(({ generationId }) => generationId))
  for (const job of after.jobs)
    if (job.creditsStatus === 'refunded' && !refunded.has(job.generationId ?? ''))
      tell('I6', after.id, `calls ${job.generationId} refunded, and it is not`)
  const isWhole = books.length > 0 && books.every(({ generationId }) => refunded.has(generationId))
  if (after.creditsStatus === 'refunded' && !isWhole) tell('I6', after.id, 'is called refunded, and is not')
}

/** I7: a file that counts as home is on the disk, and would be after a power cut. */
export function outputs(
  after: Receipt,
  { db, disk, remote }: { db: Db; disk: Disk; remote: Remote },
  tell: Tell,
): void {
  for (const asset of after.assets) {
    const row = db
      .prepare<[string], { path: string }>('SELECT relative_path AS path FROM assets WHERE id = ?')
      .get(asset.assetId)
    const content = row ? disk.durable(`${libraryPath}/${row.path}`) : null
    const sha256 = content === null ? null : createHash('sha256').update(content).digest('hex')
    if (sha256 !== asset.sha256) tell('I7', after.id, `counts ${asset.assetId} as home, and it is not on the disk`)
    const made = remote.sha256Of(after.jobs[asset.jobIndex]?.urls[asset.outputIndex] ?? '')
    // What came the same each time is kept with a doubt, and not called whole.
    if (made !== null && made !== asset.sha256 && asset.doubt === undefined)
      tell(
        'I11',
        after.id,
        `calls output ${asset.jobIndex}.${asset.outputIndex} whole, and the service made other bytes`,
      )
  }
  const isOver = after.phase === 'completed' || after.phase === 'partial'
  if (!isOver) return
  const isHere = (list: { jobIndex: number; outputIndex: number }[], job: number, output: number) =>
    list.some(({ jobIndex, outputIndex }) => jobIndex === job && outputIndex === output)
  after.jobs.forEach(({ urls, status }, job) => {
    if (status !== 'completed') return
    for (const output of urls.keys())
      if (!isHere(after.assets, job, output) && !isHere(after.owed, job, output))
        tell('I7', after.id, `has ended without output ${job}.${output}`)
  })
}

/** No figure is kept, and none shown, that cannot be: whatever an answer says. */
export function figures(after: Receipt, tell: Tell): void {
  const { creditsUsed, accepted, jobs, expectedAtMs, next, sendPause } = after
  const credits = [creditsUsed, accepted?.creditsUsed, ...jobs.map((job) => job.creditsUsed)]
  for (const figure of credits)
    if (typeof figure === 'number' && !(figure >= 0 && figure < mostCredits))
      tell('figures', after.id, `keeps ${figure} as what was charged`)
  for (const atMs of [expectedAtMs, next?.atMs, sendPause?.untilMs])
    if (typeof atMs === 'number' && Number.isNaN(new Date(atMs).getTime()))
      tell('figures', after.id, `keeps ${atMs} as a moment`)
}

/** More than any account holds. */
const mostCredits = 1e9

/** I8, I9: an end has its reason in what the service said or the user did, and never in the time that passed. */
export function ends(known: Known, after: Receipt, remote: Remote, tell: Tell): void {
  const { id, phase } = after
  if (known.receipt?.phase === phase) return
  const isSaidToBeOver = after.jobs.some(({ status }) => status === 'completed' || status === 'failed')
  const jobs = isSaidToBeOver ? remote.jobsOf(id) : []
  const truth = (generationId: string | null) => jobs.find((job) => job.id === generationId)
  for (const job of after.jobs) {
    const real = truth(job.generationId)
    if (job.status === 'completed' && real?.status !== 'completed') tell('I9', id, 'calls a job completed that is not')
    if (job.status === 'failed' && job.generationId !== null && real?.status !== 'failed' && real?.isGone !== true)
      tell('I9', id, 'calls a job failed that is not')
  }
  const byUser = (...acts: string[]): boolean => acts.some((act) => known.acts.has(act))
  switch (phase) {
    case 'cancelled':
      if (!byUser('cancel', 'leave')) tell('I8', id, 'is cancelled, and nobody did that')
      return
    case 'rejected':
      if (!byUser('leave', ...replacing) && known.posts.length > 0 && !known.heard.has('refused'))
        tell('I9', id, 'is rejected, and the service has not said so')
      return
    case 'gone':
      if (!known.heard.has('gone')) tell('I9', id, 'is gone, and the service has not said so')
      return
    case 'failed':
      if (!known.acts.has('leave') && after.jobs.some(({ status }) => status !== 'failed'))
        tell('I9', id, 'has failed, and the service has not said so')
      return
    case 'completed':
    case 'partial':
      if (!known.acts.has('leave') && after.jobs.some(({ status }) => status !== 'failed' && status !== 'completed'))
        tell('I9', id, `is ${phase} while a job is at work`)
      return
    default:
      return
  }
}

/** Decisions that end a request for a new one in its place. */
const replacing = ['new-order', 'accept-price', 'accept-resize']
