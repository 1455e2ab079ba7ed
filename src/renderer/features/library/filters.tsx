import { ChevronDown, X } from 'lucide-react'
import type { JSX, ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { LibraryFilter } from '../../../contract/library.ts'
import { Menu, type MenuEntry } from '../../components/menu.tsx'
import { cx } from '../../format/cx.ts'
import { figure } from '../../format/format.ts'
import { apart, perLanguage, t } from '../../format/messages.ts'
import { skillLabels } from '../../format/skill-names.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { ColourFilter } from './colour-filter.tsx'
import { DayFilter } from './day-filter.tsx'
import styles from './library.module.css'
import { spanWords } from './spans.ts'
import { starWords } from './star-words.ts'
import { colourWordsOf, swatches } from './swatches.ts'

/** What is chosen, with a way out. */
function Chosen({
  name,
  label,
  mark,
  onClear,
}: {
  name: string
  label: string
  mark?: ReactNode
  onClear: () => void
}): JSX.Element {
  return (
    <span className={cx(styles.chip, styles.chipOn)}>
      {mark}
      <span className="cut-end">{label}</span>
      <button type="button" aria-label={t('Any {name}', { name: name.toLowerCase() })} onClick={onClear}>
        <X size={12} strokeWidth={2} aria-hidden />
      </button>
    </span>
  )
}

/** A filter while nothing is chosen in it. */
function Choice({ name, entries }: { name: string; entries: readonly MenuEntry[] }): JSX.Element {
  return (
    <Menu
      label={name}
      trigger={
        <AriaButton className={styles.chip ?? ''}>
          {name}
          <ChevronDown size={12} strokeWidth={2} aria-hidden />
        </AriaButton>
      }
      groups={[entries.length > 0 ? entries : [nothingHere()]]}
    />
  )
}

const nothingHere = perLanguage(
  (): MenuEntry => ({
    id: 'nothing',
    label: t('Nothing yet'),
    disabled: true,
    act: () => undefined,
  }),
)

type Part = { [K in keyof LibraryFilter]: LibraryFilter[K] | undefined }

/** A filter of a few values that the app names itself. */
const kinds = perLanguage((): { name: string; values: { label: string; part: Part }[] }[] => [
  {
    name: t('Shape'),
    values: [
      { label: t('Landscape'), part: { shape: 'landscape' } },
      { label: t('Portrait'), part: { shape: 'portrait' } },
      { label: t('Square'), part: { shape: 'square' } },
      { label: t('Cutout'), part: { cutout: true } },
    ],
  },
  {
    name: t('Rating'),
    values: [1, 2, 3, 4, 5].map((rating) => ({ label: starWords(rating), part: { rating } })),
  },
  {
    name: t('Flag'),
    values: [
      { label: t('Picked'), part: { flag: 'pick' } },
      { label: t('Rejected'), part: { flag: 'reject' } },
      { label: t('Not flagged'), part: { flag: 'none' } },
    ],
  },
])

const isIn = (filter: LibraryFilter, part: Part): boolean =>
  Object.entries(part).every(([name, value]) => filter[name as keyof LibraryFilter] === value)
const without = (part: Part): Part => Object.fromEntries(Object.keys(part).map((name) => [name, undefined]))

function Kinds(): JSX.Element {
  const filter = useLibrary((library) => library.filter)
  const setFilter = useLibrary((library) => library.setFilter)
  return (
    <>
      {kinds().map(({ name, values }) => {
        const chosen = values.find(({ part }) => isIn(filter, part))
        const entries = values.map(({ label, part }) => ({ id: label, label, act: () => setFilter(part) }))
        if (chosen === undefined) return <Choice key={name} name={name} entries={entries} />
        const { label, part } = chosen
        return <Chosen key={name} name={name} label={label} onClear={() => setFilter(without(part))} />
      })}
    </>
  )
}

/** By the model or the Skill that made it. */
function MadeWith(): JSX.Element {
  const { model, skill } = useLibrary((library) => library.filter)
  const facets = useLibrary((library) => library.facets)
  const setFilter = useLibrary((library) => library.setFilter)
  const chosen = model !== undefined ? apart(model) : skill === undefined ? null : skillLabels(skill).name
  if (chosen !== null)
    return <Chosen name={t('Model')} label={chosen} onClear={() => setFilter({ model: undefined, skill: undefined })} />
  const models = (facets?.models ?? []).map(
    (one): MenuEntry => ({
      id: `m ${one}`,
      label: one,
      given: true,
      act: () => setFilter({ model: one, skill: undefined }),
    }),
  )
  const skills = (facets?.skills ?? []).map(
    (one): MenuEntry => ({
      id: `s ${one}`,
      label: skillLabels(one).name,
      act: () => setFilter({ skill: one, model: undefined }),
    }),
  )
  return <Choice name={t('Model')} entries={[...models, ...skills]} />
}

function Tags(): JSX.Element {
  const tag = useLibrary((library) => library.filter.tag)
  const facets = useLibrary((library) => library.facets)
  const setFilter = useLibrary((library) => library.setFilter)
  if (tag !== undefined)
    return <Chosen name={t('Tag')} label={apart(tag)} onClear={() => setFilter({ tag: undefined })} />
  const entries = (facets?.tags ?? []).map(
    ({ name, count }): MenuEntry => ({
      id: `t ${name}`,
      label: name,
      given: true,
      aside: figure(count),
      act: () => setFilter({ tag: name }),
    }),
  )
  return <Choice name={t('Tag')} entries={entries} />
}

/** What narrows the grid down, a chip each. */
export function Filters(): JSX.Element {
  const { colour, when } = useLibrary((library) => library.filter)
  const setFilter = useLibrary((library) => library.setFilter)
  return (
    <>
      {colour === undefined ? (
        <ColourFilter />
      ) : (
        <Chosen
          name={t('Colour')}
          label={colourWordsOf(colour)}
          mark={<span className={styles.swatch} style={{ background: swatches[colour] }} aria-hidden />}
          onClear={() => setFilter({ colour: undefined })}
        />
      )}
      <Kinds />
      <MadeWith />
      <Tags />
      {when === undefined ? (
        <DayFilter />
      ) : (
        <Chosen name={t('Date')} label={spanWords(when)} onClear={() => setFilter({ when: undefined })} />
      )}
    </>
  )
}
