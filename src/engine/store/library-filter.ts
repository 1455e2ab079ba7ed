import type { LibraryFilter } from '../../contract/library.ts'
import { searchTerms } from './asset-words.ts'
import { flagNumbers } from './flag-numbers.ts'

export interface FilterSql {
  /** Tables and conditions; what is selected comes before it, an order and a limit after it. */
  from: string
  where: string
  /** The column to order by: the one that the source gives in order. */
  seq: string
  values: Record<string, string | number>
  /** What was found out about files since the app was opened and `values` does not have: named where it is used. */
  found: 'alike' | 'missing' | null
  /** Whether the partial index of all that is shown answers it alone. */
  isWhole: boolean
}

/** A filter of the library as SQL. Everything typed goes in as a value. */
export function filterSql(filter: LibraryFilter): FilterSql {
  const values: Record<string, string | number> = {}
  const where: string[] = [
    filter.show === 'trash' ? 'a.trashed_ms IS NOT NULL AND a.removed_ms IS NULL' : 'a.trashed_ms IS NULL',
  ]
  const is = (name: string, condition: string, value: string | number | undefined): void => {
    if (value === undefined) return
    values[name] = value
    where.push(condition)
  }
  is('media', 'a.media_type = @media', filter.media)
  is('model', 'a.model_name = @model', filter.model)
  is('skill', 'a.skill = @skill', filter.skill)
  is('rating', 'a.rating > 0 AND a.rating >= @rating', filter.rating)
  is('flag', flagged(filter.flag), filter.flag === undefined ? undefined : flagNumbers[filter.flag])
  is('since', 'a.created_ms >= @since', filter.sinceMs === undefined ? undefined : Math.trunc(filter.sinceMs))
  is('tag', tagged, filter.tag)
  is('collection', collected, filter.collection)
  if (filter.show === 'twins') where.push(twins)
  if (filter.show === 'missing') where.push(missing)
  const found = filter.show === 'twins' ? 'alike' : filter.show === 'missing' ? 'missing' : null
  const terms = searchTerms(filter.search ?? '')
  if (terms === 'nothing') where.push('0')
  else if (terms !== null) {
    // The index of words gives its rows in order, newest first, so that a page of a common word costs no more than of a
    // rare one.
    values.terms = terms.match
    return {
      from: 'asset_words AS w CROSS JOIN assets AS a ON a.seq = w.rowid',
      where: ['asset_words MATCH @terms', ...where].join(' AND '),
      seq: 'w.rowid',
      values,
      found,
      isWhole: false,
    }
  }
  const isWhole = where.length === 1 && filter.show === undefined
  return {
    from: isWhole ? 'assets AS a INDEXED BY assets_shape' : 'assets AS a',
    where: where.join(' AND '),
    seq: 'a.seq',
    values,
    found,
    isWhole,
  }
}

/** The index of flags holds those that have one, and has to be told so. */
const flagged = (flag: LibraryFilter['flag']): string =>
  flag === 'none' ? 'a.flag = @flag' : 'a.flag <> 0 AND a.flag = @flag'
const tagged = `a.seq IN (SELECT asset_seq FROM asset_tags WHERE tag_id = (SELECT id FROM tags WHERE name = @tag))`
const collected = 'a.seq IN (SELECT asset_seq FROM collection_assets WHERE collection_id = @collection)'
const twins = `(a.sha256 IN (SELECT sha256 FROM assets WHERE trashed_ms IS NULL GROUP BY sha256 HAVING count(*) > 1)
  OR a.seq IN (SELECT value FROM json_each(@alike)))`
const missing = 'a.seq IN (SELECT value FROM json_each(@missing))'
