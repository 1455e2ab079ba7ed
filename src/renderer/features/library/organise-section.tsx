import { FolderPlus, Tag, X } from 'lucide-react'
import { type JSX, useEffect, useId, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { AssetFlag, LibraryDetails } from '../../../contract/library.ts'
import { call } from '../../bridge/bridge.ts'
import { AsGiven } from '../../components/as-given.tsx'
import { Flags } from '../../components/flags.tsx'
import { Menu } from '../../components/menu.tsx'
import { Section } from '../../components/pane.tsx'
import { Stars } from '../../components/stars.tsx'
import { t } from '../../format/messages.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { flagChosen, markChosen, rateChosen } from './acts.ts'
import styles from './organise.module.css'

function Tags({ tags, many }: { tags: readonly string[]; many: boolean }): JSX.Element {
  const [typed, setTyped] = useState('')
  const known = useLibrary((library) => library.facets?.tags ?? null)
  const listId = useId()
  const add = (): void => {
    const name = typed.trim()
    if (name === '') return
    setTyped('')
    void markChosen({ addTag: name }, (pictures) => t('{pictures} tagged {name}', { pictures, name }))
  }
  return (
    <div className={styles.tags}>
      {tags.map((name) => (
        <span key={name} className={styles.tag}>
          <Tag size={12} strokeWidth={1.75} aria-hidden />
          <span className="cut-end">
            <AsGiven>{name}</AsGiven>
          </span>
          <button
            type="button"
            aria-label={t('Remove tag {name}', { name })}
            onClick={() =>
              void markChosen({ removeTag: name }, (pictures) =>
                t('Tag {name} removed from {pictures}', { name, pictures }),
              )
            }
          >
            <X size={12} strokeWidth={2} aria-hidden />
          </button>
        </span>
      ))}
      <form
        className={styles.add}
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <input
          aria-label={many ? t('Add a tag to all') : t('Add a tag')}
          placeholder={t('Add a tag')}
          value={typed}
          maxLength={60}
          list={listId}
          onChange={(event) => setTyped(event.target.value)}
        />
        <datalist id={listId}>
          {(known ?? []).slice(0, 200).map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </form>
    </div>
  )
}

/** What people said about one picture, read again when anything changes. */
export function useDetails(id: string | null): LibraryDetails | null {
  const revision = useLibrary((library) => library.revision)
  const [held, setHeld] = useState<{ id: string; details: LibraryDetails } | null>(null)
  useEffect(() => {
    if (id === null || revision < 0) return
    let current = true
    void call('library.details', { id }).then((answer) => {
      if (current && answer.ok) setHeld({ id, details: answer.value })
    })
    return () => {
      current = false
    }
  }, [id, revision])
  return held !== null && held.id === id ? held.details : null
}

interface Props {
  /** Stars of the one picture; 0 where they are several. */
  rating: number
  /** The one picture's. */
  flag: AssetFlag | null
  details: LibraryDetails | null
  many: boolean
  onCollect: () => void
}

/** Stars, flag, tags and collections of what is chosen. */
export function OrganiseSection({ rating, flag, details, many, onCollect }: Props): JSX.Element {
  const collections = useLibrary((library) => library.facets?.collections)
  const mine = new Set(details?.collections)
  const entries = (collections ?? []).map(({ id, name }) => ({
    id: `c ${id}`,
    label: name,
    given: true,
    chosen: mine.has(id),
    act: () =>
      void (mine.has(id)
        ? markChosen({ takeFrom: id }, (pictures) => t('{pictures} removed from {name}', { pictures, name }))
        : markChosen({ addTo: id }, (pictures) => t('{pictures} added to {name}', { pictures, name }))),
  }))
  return (
    <Section>
      <div className={styles.marks}>
        <span className="row">
          <Stars rating={rating} onRate={(stars) => void rateChosen(stars)} />
          <Flags flag={flag} onFlag={(to) => void flagChosen(to)} />
        </span>
        <span>
          <Menu
            label={t('Collections')}
            trigger={
              <AriaButton className={styles.collect ?? ''}>
                <FolderPlus size={14} strokeWidth={1.75} aria-hidden />
                {mine.size > 0
                  ? t('{count, plural, one {# collection} other {# collections}}', { count: mine.size })
                  : t('Add to collection')}
              </AriaButton>
            }
            groups={[entries, [{ id: 'new', label: t('New collection…'), act: onCollect }]]}
          />
        </span>
      </div>
      <Tags tags={many ? [] : (details?.tags ?? [])} many={many} />
    </Section>
  )
}
