import type { Receipt } from '../../domain/request/receipt.ts'
import { isLocal } from '../../domain/request/sources.ts'

/** The pictures of an order that lie in files, each once. */
export function sourcesOf({ order }: Pick<Receipt, 'order'>): { sha256: string; path: string; sizeBytes: number }[] {
  const all = order.kind === 'generation' ? order.references : order.pictures.map(({ source }) => source)
  const files = all.filter(isLocal).map(({ sha256, path, sizeBytes }) => ({ sha256, path, sizeBytes }))
  return [...new Map(files.map((file) => [file.sha256, file])).values()]
}
