import type { Item } from '../store/assets.ts'
import { toReceiptView } from '../views/request-view.ts'
import type { LibraryContext } from './context.ts'

/** How it was made and what was paid, for other programs and later years; nothing secret and no path of this computer. */
export function sidecarOf(engine: LibraryContext, { asset, rating, flag }: Item): object {
  const { store, driver, timing } = engine
  const receipt = store.receipts.get(asset.requestId)
  const view = receipt
    ? toReceiptView({ receipt, activity: driver.activityOf(receipt.id), assets: [], timing, nowMs: Date.now() }, [])
    : null
  const [seq] = store.organise.seqsOf([asset.id])
  return {
    file: asset.name,
    sha256: asset.sha256,
    width: asset.width,
    height: asset.height,
    format: asset.format,
    colourProfile: asset.profile,
    madeAt: new Date(asset.createdMs).toISOString(),
    prompt: asset.kind === 'generation' ? asset.title : null,
    model: asset.modelName,
    skill: asset.skill,
    settings: Object.fromEntries((view?.settings ?? []).map(({ name, value }) => [name, value])),
    // Made here from that one, at no cost: the receipt is of what it was made from.
    madeFrom: asset.parentId,
    rating,
    flag,
    tags: seq === undefined ? [] : store.organise.details(seq).tags,
    receipt: {
      id: asset.requestId,
      service: asset.origin,
      credits: asset.parentId === null ? (view?.money ?? null) : null,
    },
  }
}
