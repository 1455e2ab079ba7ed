import { dayKey } from '../../domain/day.ts'
import type { Asset } from './assets.ts'

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long' })

/** What a search finds a picture by: the order's words, the file's name, the day, and its tags. */
export function wordsOf(
  asset: Pick<Asset, 'title' | 'name' | 'modelName' | 'skill' | 'createdMs'>,
  tags: readonly string[],
): string {
  const { title, name, modelName, skill, createdMs } = asset
  return [title, name, modelName, skill, dayKey(createdMs), monthName.format(createdMs), ...tags]
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
