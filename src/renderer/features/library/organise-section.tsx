import { Ban, Flag, FolderPlus, Star, Tag, X } from 'lucide-react'
import { type JSX, useEffect, useId, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { AssetFlag, LibraryDetails } from '../../../contract/library.ts'
import { call } from '../../bridge/bridge.ts'
import { AsGiven } from '../../components/as-given.tsx'
import { Menu } from '../../components/menu.tsx'
import { Section } from '../../components/pane.tsx'
import { Tooltip } from '../../components/tooltip.tsx'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { flagChosen, markChosen, rateChosen } from './acts.ts'
import styles from './organise.module.css'

const five = [1, 2, 3, 4, 5] as const

/** Stars as radio buttons, so that arrow keys and screen readers know them; the chosen one again takes them off. */
function Stars({ rating }: { rating: number }): JSX.Element {
  const name = useId()
  return (
    <span className={styles.stars} role="radiogroup" aria-label={t('Rating')}>
      {five.map((star) => (
        <label
          key={star}
          className={cx(styles.star, star <= rating && styles.on)}
          title={t('{star, plural, one {# star} other {# stars}}', { star })}
        >
          <input
            type="radio"
            name={name}
            aria-label={t('{star, plural, one {# star} other {# stars}}', { star })}
            checked={star === rating}
            onChange={() => void rateChosen(star)}
            onClick={() => {
              if (star === rating) void rateChosen(0)
            }}
          />
          <Star size={16} strokeWidth={1.6} fill={star <= rating ? 'currentColor' : 'none'} aria-hidden />
        </label>
      ))}
    </span>
  )
}

/** Picked or rejected; pressed again, neither. Of several pictures none is known, and both can be pressed. */
function Flags({ flag }: { flag: AssetFlag | null }): JSX.Element {
  const turn = (to: AssetFlag): void => void flagChosen(flag === to ? null : to)
  return (
    <span className="row" style={{ gap: 0 }}>
      <Tooltip words={t('Pick (P)')}>
        <button
          type="button"
          className={cx(styles.flag, flag === 'pick' && styles.on)}
          aria-label={t('Pick')}
          aria-pressed={flag === 'pick'}
          onClick={() => turn('pick')}
        >
          <Flag size={16} strokeWidth={1.6} fill={flag === 'pick' ? 'currentColor' : 'none'} aria-hidden />
        </button>
      </Tooltip>
      <Tooltip words={t('Reject (X)')}>
        <button
          type="button"
          className={cx(styles.flag, flag === 'reject' && styles.on)}
          aria-label={t('Reject')}
          aria-pressed={flag === 'reject'}
          onClick={() => turn('reject')}
        >
          <Ban size={16} strokeWidth={flag === 'reject' ? 2.4 : 1.6} aria-hidden />
        </button>
      </Tooltip>
    </span>
  )
}

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
            aria-label={t('Take the tag {name} off', { name })}
            onClick={() =>
              void markChosen({ removeTag: name }, (pictures) =>
                t('Tag {name} taken off {pictures}', { name, pictures }),
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
          aria-label={many ? t('Add a tag to all of them') : t('Add a tag')}
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
    words: name,
    given: true,
    chosen: mine.has(id),
    act: () =>
      void (mine.has(id)
        ? markChosen({ takeFrom: id }, (pictures) => t('{pictures} taken out of {name}', { pictures, name }))
        : markChosen({ addTo: id }, (pictures) => t('{pictures} put into {name}', { pictures, name }))),
  }))
  return (
    <Section>
      <div className="row">
        <Stars rating={rating} />
        <Flags flag={flag} />
        <span className="push">
          <Menu
            label={t('Collections')}
            trigger={
              <AriaButton className={styles.collect ?? ''}>
                <FolderPlus size={14} strokeWidth={1.75} aria-hidden />
                {mine.size > 0
                  ? t('{count, plural, one {# collection} other {# collections}}', { count: mine.size })
                  : t('Collect')}
              </AriaButton>
            }
            groups={[entries, [{ id: 'new', words: t('New collection…'), act: onCollect }]]}
          />
        </span>
      </div>
      <Tags tags={many ? [] : (details?.tags ?? [])} many={many} />
    </Section>
  )
}
