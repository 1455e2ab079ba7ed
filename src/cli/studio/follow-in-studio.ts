import { basename } from 'node:path'
import type { AssetView, RequestView } from '../../contract/views.ts'
import { timingFor } from '../../domain/request/events.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import { isEndState } from '../../domain/request/states.ts'
import { keyWordsInStudio } from '../../domain/studio/key-words.ts'
import { shown } from '../../engine/key/key-words.ts'
import { readRequests, type StudioRequest } from '../../engine/studio/read-requests.ts'
import { toAssetView, toRequestView } from '../../engine/views/request-view.ts'
import type { Context } from '../context.ts'
import { requestLine } from '../output.ts'
import { timeScaleFor } from '../time-scale.ts'

/** So often the studio is asked how its requests stand. */
const askMs = 250

/** What a caller has to do with it who may be left alone by the database. */
interface Following {
  /** How the database is asked. */
  ask: <T>(question: () => Promise<T>) => Promise<T>
  /** As they stood when it answered last. */
  seen: (views: RequestView[]) => void
}

/** Tells of requests until all have ended, wait for a person, or the caller stops. With a stopped signal: as they stand now. */
export async function followInStudio(
  context: Context,
  ids: readonly string[],
  signal: AbortSignal,
  following: Following,
): Promise<RequestView[]> {
  const { output } = context
  const told = new Map<string, number>()
  const atHome = new Set<string>()
  for (;;) {
    const seen = await following.ask(() => viewsInStudio(context, ids))
    const views = seen.map(({ view }) => view)
    following.seen(views)
    for (const { view, request } of seen) {
      const { person, worker, receipt } = request
      for (const asset of view.assets.filter((one) => !atHome.has(one.id))) {
        atHome.add(asset.id)
        output.asset(asset)
      }
      if (told.get(view.id) === receipt.revision) continue
      told.set(view.id, receipt.revision)
      output.line({ ...requestLine(view), person, worker })
      output.say(`${view.id.slice(0, 8)}  ${view.state.padEnd(14)} ${view.title}: ${view.now}`)
    }
    if (signal.aborted || views.every(isOver)) return views
    await new Promise((resolve) => setTimeout(resolve, askMs))
  }
}

/** Requests as they stand now, in the order of their numbers. */
export async function viewsInStudio(
  context: Context,
  ids: readonly string[],
): Promise<{ view: RequestView; request: StudioRequest }[]> {
  const { database, studio, files } = await context.studio()
  const timing = timingFor(timeScaleFor(studio.service))
  return (await readRequests(database, ids)).map((request) => {
    const { receipt, results, project } = request
    const assets = results.map((result) => viewOf(receipt, result, files.pathOf(result.sha256)))
    const view = toRequestView({ receipt, activity: null, assets, timing, nowMs: Date.now(), project })
    return { view: asToldInStudio(view, receipt.keyFingerprint), request }
  })
}

/** Nobody at a terminal of a studio can set its key. */
function asToldInStudio(view: RequestView, keyFingerprint: string | null): RequestView {
  const told = (words: string): string =>
    keyWordsInStudio(words, keyFingerprint === null ? null : shown(keyFingerprint))
  const { decision, error, now } = view
  return {
    ...view,
    now: told(now),
    error: error && told(error),
    decision: decision && { ...decision, question: told(decision.question) },
  }
}

const isOver = (view: RequestView): boolean =>
  view.state === 'needs-decision' || (isEndState(view.state) && view.owed.length === 0)

function viewOf(receipt: Receipt, result: StudioRequest['results'][number], path: string): AssetView {
  const { order } = receipt
  const format = result.name.slice(result.name.lastIndexOf('.') + 1)
  const asset = {
    id: `${receipt.id}-${result.job}-${result.output}`,
    origin: receipt.origin,
    requestId: receipt.id,
    jobIndex: result.job,
    outputIndex: result.output,
    name: result.name,
    relativePath: basename(path),
    sha256: result.sha256,
    sizeBytes: result.bytes,
    width: result.width,
    height: result.height,
    format,
    hasAlpha: false,
    dominantColour: null,
    palette: null,
    perceptualHash: null,
    profile: null,
    mediaType: order.kind === 'generation' && order.mediaType === 'video' ? ('video' as const) : ('image' as const),
    title: result.name,
    kind: order.kind,
    skill: order.kind === 'skill' ? order.skill : null,
    modelName: order.kind === 'generation' ? order.modelName : null,
    createdMs: receipt.updatedAtMs,
    parentId: null,
  }
  return toAssetView(asset, path, true)
}
