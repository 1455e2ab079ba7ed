import { Search } from 'lucide-react'
import { type JSX, type ReactNode, useEffect, useState } from 'react'
import { Button as AriaButton, DialogTrigger, Popover } from 'react-aria-components'
import type { AssetView } from '../../../contract/views.ts'
import { holdsWords } from '../../../domain/library/search.ts'
import { ask, call } from '../../bridge.ts'
import popover from '../../components/popover.module.css'
import { cx } from '../../lib/cx.ts'
import { t } from '../../lib/messages.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useCreate } from '../../stores/create-store.ts'
import styles from './picker.module.css'

const mostShown = 48

/** Pictures of the library that are on this disk, newest first. */
function usePictures(search: string): readonly AssetView[] | null {
  const [pictures, setPictures] = useState<readonly AssetView[] | null>(null)
  const settled = useDebounced(search.trim(), 150)
  useEffect(() => {
    let current = true
    const filter = { media: 'image' as const, ...(settled === '' ? {} : { search: settled }) }
    void call('library.open', { filter, limit: mostShown }).then((answer) => {
      if (current) setPictures(answer.ok ? answer.value.items.filter((asset) => asset.present) : [])
    })
    return () => {
      current = false
    }
  }, [settled])
  return pictures
}

function Pictures(): JSX.Element {
  const [search, setSearch] = useState('')
  const pictures = usePictures(search)
  const references = useCreate((create) => create.form.references)
  const toggle = async ({ path }: AssetView): Promise<void> => {
    const { addReferences, removeReference } = useCreate.getState()
    if (references.includes(path)) return removeReference(path)
    const answer = await ask('files.inspect', { paths: [path] })
    if (answer) addReferences(answer.value)
  }
  return (
    <>
      <div className={styles.pickerHead}>
        <div className={cx(popover.find, styles.find)}>
          <Search size={14} strokeWidth={1.75} aria-hidden />
          <input
            type="search"
            aria-label={t('Find a picture')}
            placeholder={t("Words of a prompt or a file's name")}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
      </div>
      <ul className={styles.pictures} aria-label={t('Pictures of the library')}>
        {(pictures ?? []).map((asset) => {
          const chosen = references.includes(asset.path)
          return (
            <li key={asset.id}>
              <button
                type="button"
                className={cx(styles.pickTile, chosen && styles.picked)}
                aria-pressed={chosen}
                aria-label={asset.title}
                onClick={() => void toggle(asset)}
              >
                <img src={asset.thumbnail} alt="" decoding="async" draggable={false} />
              </button>
            </li>
          )
        })}
      </ul>
      {pictures?.length === 0 && (
        <p className={cx('hint', styles.none)}>
          {search.trim() === ''
            ? t('The library has no pictures yet.')
            : holdsWords(search)
              ? t('No picture has these words.')
              : t('A search looks for letters and figures, and there are none in this one.')}
        </p>
      )}
    </>
  )
}

/** Chooses references among the pictures that are at home already. */
export function LibraryPicker({ words }: { words: ReactNode }): JSX.Element {
  return (
    <DialogTrigger>
      <AriaButton className="text-link">{words}</AriaButton>
      <Popover
        aria-label={t('Pictures of the library')}
        className={cx(popover.popover, styles.picker)}
        placement="bottom start"
        offset={6}
      >
        <Pictures />
      </Popover>
    </DialogTrigger>
  )
}
