import { X } from 'lucide-react'
import type { JSX } from 'react'
import { Heading } from 'react-aria-components'
import { Button } from '../components/button.tsx'
import { DialogFrame } from '../components/dialog.tsx'
import { KeyLines } from '../components/key-lines.tsx'
import { perLanguage, t } from '../format/messages.ts'
import { shortcutGroups } from '../format/shortcuts.ts'
import { useSheet } from '../stores/sheet-store.ts'
import styles from './shortcuts-sheet.module.css'

/** Longer words than English has make it scroll, by the keyboard too. */
const scrolled = perLanguage(() => ({ role: 'region', tabIndex: 0, 'aria-label': t('Keyboard shortcuts') }) as const)

/** What the keyboard does, on one sheet. */
export function ShortcutsSheet(): JSX.Element {
  const onClose = useSheet((sheet) => sheet.close)
  return (
    <DialogFrame className={styles.modal} onClose={onClose}>
      <header className={styles.head}>
        <Heading slot="title" className="head">
          {t('Keyboard shortcuts')}
        </Heading>
        <Button look="quiet" square small aria-label={t('Close')} onClick={onClose} autoFocus>
          <X size={16} strokeWidth={1.6} aria-hidden />
        </Button>
      </header>
      <div {...scrolled()} className={styles.scroll}>
        <div className={styles.groups}>
          {shortcutGroups().map(({ title, shortcuts }) => (
            <section key={title} className={styles.group}>
              <h3 className="label">{title}</h3>
              <KeyLines of={shortcuts} />
            </section>
          ))}
        </div>
      </div>
    </DialogFrame>
  )
}
