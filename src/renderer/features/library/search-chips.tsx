import { X } from 'lucide-react'
import type { JSX } from 'react'
import { type Term, understood, withoutTerm } from '../../../domain/library/search-words.ts'
import { cx } from '../../format/cx.ts'
import { apart, t } from '../../format/messages.ts'
import { useLibrary } from '../../stores/library-store.ts'
import styles from './library.module.css'
import { starWords } from './star-words.ts'
import { swatches } from './swatches.ts'

/** As it was typed, since that is what stands in the field; stars also say how many are taken. */
const wordsOf = (search: string, { facet, from, end }: Term): string =>
  facet.kind === 'rating' ? starWords(facet.rating) : apart(search.slice(from, end))

/** What a search says beside its letters, each piece with a way to take it off. */
export function SearchChips(): JSX.Element {
  const search = useLibrary((library) => library.filter.search) ?? ''
  const setFilter = useLibrary((library) => library.setFilter)
  const { terms } = understood(search)
  const takeOff = (term: Term): void => {
    // The chip goes with its word; who pressed it goes on at the field.
    document.querySelector<HTMLElement>('input[type="search"]')?.focus()
    setFilter({ search: withoutTerm(search, term) })
  }
  return (
    <>
      {terms.map((term) => (
        <span key={`${term.from} ${term.end}`} className={cx(styles.chip, styles.chipOn)}>
          {term.facet.kind === 'colour' && (
            <span className={styles.swatch} style={{ background: swatches[term.facet.colour] }} aria-hidden />
          )}
          <span className="cut-end">{wordsOf(search, term)}</span>
          <button
            type="button"
            aria-label={t('Remove {name}', { name: wordsOf(search, term) })}
            onClick={() => takeOff(term)}
          >
            <X size={12} strokeWidth={2} aria-hidden />
          </button>
        </span>
      ))}
    </>
  )
}
