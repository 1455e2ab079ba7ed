import type { Asset } from './assets.ts'

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long' })

/** Local calendar day, "2026-11-20". */
export function localDay(ms: number): string {
  const at = new Date(ms)
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`
}

/** What a search finds a picture by: the order's words, the file's name, the day, and its tags. */
export function wordsOf(
  asset: Pick<Asset, 'title' | 'name' | 'modelName' | 'skill' | 'createdMs'>,
  tags: readonly string[],
): string {
  const { title, name, modelName, skill, createdMs } = asset
  return [title, name, modelName, skill, localDay(createdMs), monthName.format(createdMs), ...tags]
    .filter(Boolean)
    .join(' ')
}

/** Each word as a prefix, all of them needed; quoted, so that nothing typed is read as FTS syntax. Null: no words. */
export function searchTerms(search: string): string | null {
  // SQLite ends a query's text at a NUL.
  const words = search
    .replaceAll('\0', ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  return words.length === 0 ? null : words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(' ')
}
