import type { AssetView, RequestView } from '../../../contract/views.ts'
import { dimensions } from '../../format/format.ts'
import type { Run } from '../../lists/queue-groups.ts'

const shapeOfAsset = (asset: AssetView | undefined): number | null =>
  asset?.width && asset.height ? asset.width / asset.height : null

function named(ratio: string | null): number | null {
  const [width = 0, height = 0] = (ratio ?? '').split(':').map(Number)
  return width > 0 && height > 0 ? width / height : null
}

/**
 * Width by height of a request's places, the same before and after its results are there: the ratio that was asked for or
 * answered, else what has come, of itself or of another of the order, else 4:3.
 */
export const shapeIn = (run: Run, request: RequestView): number =>
  named(request.ratio) ??
  shapeOfAsset(request.assets[0]) ??
  shapeOfAsset(run.requests.flatMap(({ assets }) => assets)[0]) ??
  4 / 3

export const isFilm = ({ requests }: Run): boolean => requests.some(({ mediaType }) => mediaType === 'video')

/** The pixels of all that has come, where they are the same. */
export function pixelsOf({ requests }: Run): string | null {
  const sizes = new Set(requests.flatMap(({ assets }) => assets.map(({ width, height }) => dimensions(width, height))))
  return sizes.size === 1 ? ([...sizes][0] ?? null) : null
}

/** The pixels that the same model and settings came to last; null where nobody knows: the service lists none. */
export function lastSizeOf(requests: readonly RequestView[], subtitle: string): string | null {
  const same = requests.filter((request) => request.kind === 'generation' && request.subtitle === subtitle)
  const newest = same.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).find(({ assets }) => assets.length > 0)
  const asset = newest?.assets[0]
  return asset ? dimensions(asset.width, asset.height) : null
}

/** The requests of one model, in the order of their prompts. */
export interface ModelColumn {
  name: string
  requests: RequestView[]
}

export function modelColumns({ requests }: Run): ModelColumn[] {
  const columns = new Map<string, RequestView[]>()
  for (const request of requests) {
    const name = request.modelName ?? ''
    const column = columns.get(name)
    if (column) column.push(request)
    else columns.set(name, [request])
  }
  return [...columns].map(([name, own]) => ({ name, requests: own }))
}
