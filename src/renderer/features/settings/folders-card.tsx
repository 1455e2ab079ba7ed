import { FolderOpen } from 'lucide-react'
import type { JSX } from 'react'
import type { AppSnapshot } from '../../../contract/app.ts'
import { callMain } from '../../bridge/bridge.ts'
import { AsGiven } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { LibraryTaskStrip } from '../../components/library-task.tsx'
import { Note } from '../../components/note.tsx'
import { t } from '../../format/messages.ts'
import { copyText } from '../../stores/copy-text.ts'
import { useLibraryPlace } from '../../stores/library-place-store.ts'
import { Card } from './card.tsx'
import styles from './settings.module.css'

/** Asks for a folder; nothing is changed where none is chosen. */
async function choose(name: 'library.move' | 'library.pointTo'): Promise<void> {
  const answer = await callMain(name, undefined)
  if (answer) useLibraryPlace.getState().take(answer.value)
}

async function check(): Promise<void> {
  const answer = await callMain('library.check', undefined)
  if (answer) useLibraryPlace.getState().take(answer.value)
}

type Folders = AppSnapshot['folders']

function FolderList({ folders, library }: { folders: Folders; library: string }): JSX.Element {
  const rows = [
    [t('Library'), library, t('Your pictures, exactly as delivered.')],
    [t('Everything'), folders.home, t('Receipts, backups and prepared pictures.')],
    [t('Database'), folders.database, null],
    [t('Journal'), folders.journal, t('Every receipt again; the database can be rebuilt from it.')],
  ] as const
  return (
    <dl className={styles.folders}>
      {rows.map(([name, path, hint]) => (
        <div key={name} className={styles.folder}>
          <dt>{name}</dt>
          <dd>
            <button
              type="button"
              className={styles.path}
              title={t('Click to copy')}
              onClick={() => void copyText(path, t('The path of the {name}', { name: name.toLowerCase() }))}
            >
              <AsGiven>{path}</AsGiven>
            </button>
            {hint !== null && <span className="hint">{hint}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Where everything is kept, the way there, and the library's way to another disk. */
export function FoldersCard({ folders }: { folders: Folders }): JSX.Element {
  const place = useLibraryPlace((state) => state.place)
  const isGone = place !== null && !place.isThere
  const isBusy = place?.task?.state === 'running' || place?.task?.state === 'stopped'
  return (
    <Card title={t('Folders')} section="folders">
      <FolderList folders={folders} library={place?.folder ?? folders.library} />
      <LibraryTaskStrip />
      {isGone && (
        <Note tone="attention">
          {t(
            'The library’s folder was not found. Connect its disk, or locate it. Paid results wait for it; nothing is lost.',
          )}
        </Note>
      )}
      <div className={styles.wrapped}>
        <Button onClick={() => void callMain('app.showFolder', { which: 'library' })}>
          <FolderOpen size={14} strokeWidth={1.75} aria-hidden />
          {t('Show the library')}
        </Button>
        <Button look="quiet" onClick={() => void callMain('app.showFolder', { which: 'home' })}>
          {t('Show everything')}
        </Button>
      </div>
      <div className={styles.wrapped}>
        <Button disabled={isBusy || isGone} onClick={() => void choose('library.move')}>
          {t('Move the library…')}
        </Button>
        <Button look="quiet" disabled={isBusy} onClick={() => void choose('library.pointTo')}>
          {t('Locate library…')}
        </Button>
        <Button look="quiet" disabled={isBusy || isGone} onClick={() => void check()}>
          {t('Check every file')}
        </Button>
      </div>
    </Card>
  )
}
