import type { GenerationOrder } from '../../contract/orders.ts'
import type { PromptView } from '../../contract/views.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import type { Engine } from '../engine.ts'
import { reorderedGeneration } from '../quoting/reorder.ts'
import { iso } from '../views/request-view.ts'

/** Receipts that are looked through: enough for months of prompts, few enough to be read while a menu opens. */
const looksThrough = 1000

/** Prompts that were ordered from this service, each once, the newest first. */
export function promptHistory(engine: Engine, search: string | undefined, limit: number): PromptView[] {
  const wanted = search?.trim().toLowerCase() ?? ''
  const found = new Map<string, PromptView>()
  for (const receipt of engine.store.receipts.list({ origin: engine.origin, limit: looksThrough })) {
    const prompt = promptOf(receipt)
    if (prompt === null || !prompt.toLowerCase().includes(wanted)) continue
    const known = found.get(prompt)
    if (known) known.times += 1
    else if (found.size < limit) found.set(prompt, viewOf(engine, receipt, prompt))
  }
  return [...found.values()]
}

const promptOf = ({ order }: Receipt): string | null =>
  order.kind === 'generation' && typeof order.fields.prompt === 'string' ? order.fields.prompt : null

function viewOf(engine: Engine, receipt: Receipt, prompt: string): PromptView {
  const { order } = receipt
  const [asset] = receipt.assets.length === 0 ? [] : engine.store.assets.ofRequest(receipt.id)
  return {
    prompt,
    requestId: receipt.id,
    at: iso(receipt.approvedAtMs),
    mediaType: order.kind === 'generation' ? order.mediaType : '',
    modelName: order.kind === 'generation' ? order.modelName : '',
    times: 1,
    thumbnail: asset ? engine.assetViewOf(asset).thumbnail : null,
  }
}

/** The form that led to a generation; null for a Skill, and for what no form of today holds. */
export function orderAgain({ order }: Receipt): { order: GenerationOrder; mediaType: string } | null {
  if (order.kind !== 'generation') return null
  try {
    return { order: reorderedGeneration(order), mediaType: order.mediaType }
  } catch {
    return null
  }
}
