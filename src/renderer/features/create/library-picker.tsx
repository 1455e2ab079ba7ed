import { Search } from 'lucide-react'
import { type JSX, type ReactNode, useEffect, useState } from 'react'
import { Button as AriaButton, DialogTrigger, Popover } from 'react-aria-components'
import type { AssetView } from '../../../contract/views.ts'
import { holdsWords } from '../../../domain/library/search.ts'
import { call, callMain } from '../../bridge/bridge.ts'
import popover from '../../components/popover.module.css'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import { useDebounced } from '../../hooks/use-debounced.ts'
import { useCreate } from '../../stores/create-store.ts'
import styles from './picker.module.css'

const mostShown = 48

type Picture = AssetView & { file: string }

/** Pictures that a search finds and that are in their places, each with the handle of its file. */
async function find(search: string): Promise<Picture[]> {
  const filter = { media: 'image' as const, ...(search === '' ? {} : { search }) }
  const opened = await call('library.open', { filter, limit: mostShown })
  const items = opened.ok ? opened.value.items : []
  const ids = items.map(({ id }) => id)
  const named = ids.length === 0 ? null : await call('library.files', { of: { ids } })
  const files = new Map(named?.ok ? named.value.map(({ id, file }) => [id, file]) : [])
  return items.flatMap((asset) => {
    const file = files.get(asset.id)
    return file === undefined ? [] : [{ ...asset, file }]
  })
}

/** Pictures of the library that are on this disk, newest first. */
function usePictures(search: string): readonly Picture[] | null {
  const [pictures, setPictures] = useState<readonly Picture[] | null>(null)
  const settled = useDebounced(search.trim(), 150)
  useEffect(() => {
    let current = true
    void find(settled).then((found) => {
      if (current) setPictures(found)
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
  const toggle = async ({ file }: Picture): Promise<void> => {
    const { addReferences, removeReference } = useCreate.getState()
    if (references.includes(file)) return removeReference(file)
    const answer = await callMain('files.inspect', { files: [file] })
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
          const chosen = references.includes(asset.file)
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
              ? t('No results.')
              : t('Search for letters or numbers.')}
        </p>
      )}
    </>
  )
}

/** Chooses references among the pictures that are at home already. */
export function LibraryPicker({ label }: { label: ReactNode }): JSX.Element {
  return (
    <DialogTrigger>
      <AriaButton className="text-link">{label}</AriaButton>
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
