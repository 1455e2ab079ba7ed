import { ChevronDown, ListFilter, X } from 'lucide-react'
import type { JSX } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { Menu, type MenuEntry } from '../../components/menu.tsx'
import { cx } from '../../format/cx.ts'
import { figure } from '../../format/format.ts'
import { apart, perLanguage, t } from '../../format/messages.ts'
import { wordsOf } from '../../format/skill-names.ts'
import { useLibrary } from '../../stores/library-store.ts'
import styles from './library.module.css'

interface ChipProps {
  name: string
  /** What is chosen, in words; null for nothing. */
  chosen: string | null
  entries: readonly MenuEntry[]
  onClear: () => void
}

/** A filter: a menu while nothing is chosen, and what is chosen with a way out after that. */
function Chip({ name, chosen, entries, onClear }: ChipProps): JSX.Element {
  if (chosen !== null)
    return (
      <span className={cx(styles.chip, styles.chipOn)}>
        <span className="cut-end">{chosen}</span>
        <button type="button" aria-label={t('Any {name}', { name: name.toLowerCase() })} onClick={onClear}>
          <X size={12} strokeWidth={2} aria-hidden />
        </button>
      </span>
    )
  return (
    <Menu
      label={name}
      trigger={
        <AriaButton className={styles.chip ?? ''}>
          {name}
          <ChevronDown size={12} strokeWidth={2} aria-hidden />
        </AriaButton>
      }
      groups={[entries]}
    />
  )
}

const spans = perLanguage(
  () =>
    [
      { when: 'today', words: t('Today') },
      { when: 'yesterday', words: t('Yesterday') },
      { when: 'last 7 days', words: t('Last 7 days') },
      { when: 'last 30 days', words: t('Last 30 days') },
      { when: 'this year', words: t('This year') },
    ] as const,
)

const starWords = (rating: number): string =>
  rating === 5 ? t('5 stars') : t('{rating, plural, one {# star} other {# stars}} or more', { rating })

const nothingHere = perLanguage(
  (): MenuEntry => ({
    id: 'nothing',
    words: t('Nothing yet'),
    disabled: true,
    act: () => undefined,
  }),
)

interface FilterSet {
  name: string
  chosen: string | null
  entries: MenuEntry[]
  onClear: () => void
}

/** The filters with what can be chosen in each, as the library has it. */
function useFilters(): FilterSet[] {
  const filter = useLibrary((library) => library.filter)
  const facets = useLibrary((library) => library.facets)
  const setFilter = useLibrary((library) => library.setFilter)
  const models = (facets?.models ?? []).map(
    (model): MenuEntry => ({
      id: `m ${model}`,
      words: model,
      given: true,
      act: () => setFilter({ model, skill: undefined }),
    }),
  )
  const skills = (facets?.skills ?? []).map(
    (skill): MenuEntry => ({
      id: `s ${skill}`,
      words: wordsOf(skill).name,
      act: () => setFilter({ skill, model: undefined }),
    }),
  )
  const made = [...models, ...skills]
  const tags = (facets?.tags ?? []).map(
    ({ name, count }): MenuEntry => ({
      id: `t ${name}`,
      words: name,
      given: true,
      aside: figure(count),
      act: () => setFilter({ tag: name }),
    }),
  )
  return [
    {
      name: t('Model'),
      chosen:
        filter.model !== undefined
          ? apart(filter.model)
          : filter.skill === undefined
            ? null
            : wordsOf(filter.skill).name,
      entries: made.length > 0 ? made : [nothingHere()],
      onClear: () => setFilter({ model: undefined, skill: undefined }),
    },
    {
      name: t('Rating'),
      chosen: filter.rating === undefined ? null : starWords(filter.rating),
      entries: [1, 2, 3, 4, 5].map((rating) => ({
        id: `r ${rating}`,
        words: starWords(rating),
        act: () => setFilter({ rating }),
      })),
      onClear: () => setFilter({ rating: undefined }),
    },
    {
      name: t('Tag'),
      chosen: filter.tag === undefined ? null : apart(filter.tag),
      entries: tags.length > 0 ? tags : [nothingHere()],
      onClear: () => setFilter({ tag: undefined }),
    },
    {
      name: t('Date'),
      chosen:
        filter.when === undefined ? null : (spans().find(({ when }) => when === filter.when)?.words ?? filter.when),
      entries: spans().map(({ when, words }) => ({
        id: `d ${when}`,
        words,
        act: () => setFilter({ when }),
      })),
      onClear: () => setFilter({ when: undefined }),
    },
  ]
}

/** On a narrow window the filters stand in one menu. */
function NarrowFilters({ filters }: { filters: readonly FilterSet[] }): JSX.Element {
  const isOn = filters.some(({ chosen }) => chosen !== null)
  const groups = filters.map(({ name, chosen, entries, onClear }) =>
    chosen === null
      ? entries
      : [{ id: `any ${name}`, words: t('{name}: {chosen}', { name, chosen }), chosen: true, act: onClear }],
  )
  return (
    <Menu
      label={t('Filters')}
      trigger={
        <AriaButton className={cx(styles.iconButton, isOn && styles.chipOn, 'only-narrow')} aria-label={t('Filters')}>
          <ListFilter size={16} strokeWidth={1.6} aria-hidden />
        </AriaButton>
      }
      groups={groups}
    />
  )
}

/** What narrows the grid down: a chip each, or one menu where there is no room. */
export function Filters(): JSX.Element {
  const filters = useFilters()
  return (
    <>
      <span className={cx(styles.chips, 'not-narrow')}>
        {filters.map((each) => (
          <Chip key={each.name} {...each} />
        ))}
      </span>
      <NarrowFilters filters={filters} />
    </>
  )
}
