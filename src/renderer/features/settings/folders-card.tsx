import { FolderOpen } from 'lucide-react'
import type { JSX } from 'react'
import type { AppSnapshot } from '../../../contract/views.ts'
import { ask } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { copyWords } from '../../lib/copy-words.ts'
import { Card } from './card.tsx'
import styles from './settings.module.css'

/** Where everything is kept, and the way there. */
export function FoldersCard({ folders }: { folders: AppSnapshot['folders'] }): JSX.Element {
  const rows = [
    ['Library', folders.library, 'The pictures, byte for byte as they came.'],
    ['Everything', folders.home, 'Receipts, backups and what is prepared.'],
    ['Database', folders.database, null],
    ['Journal', folders.journal, 'Every receipt once more; the database can be made anew from it.'],
  ] as const
  return (
    <Card title="Folders" section="folders">
      <dl className={styles.folders}>
        {rows.map(([name, path, hint]) => (
          <div key={name} className={styles.folder}>
            <dt>{name}</dt>
            <dd>
              <button
                type="button"
                className={styles.path}
                title="Press to copy"
                onClick={() => void copyWords(path, `The path of the ${name.toLowerCase()}`)}
              >
                {path}
              </button>
              {hint !== null && <span className="hint">{hint}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <div className="row">
        <Button onClick={() => void ask('app.showFolder', { which: 'library' })}>
          <FolderOpen size={14} strokeWidth={1.75} aria-hidden />
          Show the library
        </Button>
        <Button look="quiet" onClick={() => void ask('app.showFolder', { which: 'home' })}>
          Show everything
        </Button>
      </div>
    </Card>
  )
}
