import { type JSX, useEffect } from 'react'
import type { LibrarySelection } from '../../../contract/library.ts'
import { call, callMain } from '../../bridge/bridge.ts'
import { Button } from '../../components/button.tsx'
import { Note } from '../../components/note.tsx'
import { t } from '../../format/messages.ts'
import { countOf } from '../../grid/ranges.ts'
import { useLibraryPlace } from '../../stores/library-place-store.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { useView } from '../../stores/view-store.ts'
import styles from './library.module.css'

/** One look that is under way is as good as another. */
export async function lookForMissing(): Promise<void> {
  const answer = await call('library.lookForMissing', undefined)
  if (answer.ok) useLibraryPlace.getState().take(answer.value)
}

/** Asks for a folder and looks for missing files there, by their content. */
export async function findMissing(of: LibrarySelection | null): Promise<void> {
  const answer = await callMain('library.findMissing', of === null ? {} : { of })
  if (answer) useLibraryPlace.getState().take(answer.value)
}

/** From their addresses; costs nothing. */
export async function fetchMissing(of: LibrarySelection | null): Promise<void> {
  const answer = await callMain('library.fetchAgain', of === null ? {} : { of })
  if (answer) useLibraryPlace.getState().take(answer.value)
}

/** Over the grid of missing files: what can be done about the chosen ones, or about all of them. */
export function MissingBar(): JSX.Element {
  const total = useLibrary((library) => library.total)
  const count = useLibrary((library) => countOf(library.chosen))
  const isBusy = useLibraryPlace((state) => state.place?.task?.state === 'running')
  const withChosen = (act: (of: LibrarySelection | null) => Promise<void>): void =>
    void (count === 0 ? act(null) : useLibrary.getState().act(act))
  const isOff = isBusy || total === 0
  return (
    <div className={styles.trashBar}>
      <p className="small soft">
        {t('Files that were moved, deleted or changed. Their receipts and settings are kept.')}
      </p>
      <span className="row push">
        <Button small look="quiet" disabled={isBusy} onClick={() => void lookForMissing()}>
          {t('Check again')}
        </Button>
        <Button small disabled={isOff} onClick={() => withChosen(fetchMissing)}>
          {count === 0
            ? t('Download all again')
            : t('Download {count, plural, one {it} other {# selected}} again', { count })}
        </Button>
        <Button small disabled={isOff} onClick={() => withChosen(findMissing)}>
          {count === 0
            ? t('Locate all in a folder…')
            : t('Locate {count, plural, one {it} other {# selected}} in a folder…', { count })}
        </Button>
      </span>
    </div>
  )
}

/** Over the grid while the library's own folder is not there: what to do, and that nothing is lost. */
export function GoneBar(): JSX.Element | null {
  const place = useLibraryPlace((state) => state.place)
  const go = useView((view) => view.go)
  useEffect(() => {
    // A disk comes and goes without a word.
    void useLibraryPlace.getState().read()
  }, [])
  if (place === null || place.isThere) return null
  return (
    <div className={styles.trashBar}>
      <Note tone="attention">
        {t(
          'The library’s folder was not found. Connect its disk, or locate it in Settings. Paid results wait for it; nothing is lost.',
        )}
      </Note>
      <span className="row push">
        <Button small onClick={() => go('settings')}>
          {t('Open Settings')}
        </Button>
      </span>
    </div>
  )
}
