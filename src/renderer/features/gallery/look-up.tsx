import { Link2, X } from 'lucide-react'
import { type JSX, useId } from 'react'
import { EngineSentence } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import field from '../../components/field.module.css'
import { Note } from '../../components/note.tsx'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import { useGallery } from '../../stores/gallery-store.ts'
import styles from './gallery.module.css'

/** One picture by its id, or by a link that ends with it: the id is taken out, and only the service is asked. */
export function LookUp(): JSX.Element {
  const typed = useGallery((gallery) => gallery.typed)
  const looking = useGallery((gallery) => gallery.looking)
  const setTyped = useGallery((gallery) => gallery.setTyped)
  const look = useGallery((gallery) => gallery.look)
  const id = useId()
  return (
    <form
      className={styles.lookUp}
      onSubmit={(event) => {
        event.preventDefault()
        void look(typed)
      }}
    >
      <label className="sr-only" htmlFor={id}>
        {t('Id or link of a curated picture')}
      </label>
      <div className={cx(field.field, field.small)}>
        <Link2 size={14} strokeWidth={1.75} aria-hidden />
        <input
          id={id}
          className={field.input}
          placeholder={t('Id or link of a picture')}
          value={typed}
          maxLength={4096}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <Button small type="submit" disabled={typed.trim() === ''} aria-busy={looking}>
        {looking ? t('Looking…') : t('Look up')}
      </Button>
    </form>
  )
}

/** What the last look-up said. */
export function LookUpAnswer(): JSX.Element {
  const said = useGallery((gallery) => gallery.said)
  const hush = useGallery((gallery) => gallery.hush)
  return (
    <div role="status" className={styles.said}>
      {said !== null && (
        <div className={styles.saidRow}>
          <Note tone="attention">
            <EngineSentence>{said.message}</EngineSentence>
          </Note>
          <Button look="quiet" small square aria-label={t('Dismiss')} onClick={hush}>
            <X size={14} strokeWidth={1.75} aria-hidden />
          </Button>
        </div>
      )}
    </div>
  )
}
