import { type JSX, useState } from 'react'
import { ask } from '../../bridge/bridge.ts'
import { Button } from '../../components/button.tsx'
import { DialogActs, DialogBody, DialogFrame } from '../../components/dialog.tsx'
import { TextField } from '../../components/field.tsx'
import { t } from '../../format/messages.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { markChosen } from './acts.ts'
import type { CollectionDeed } from './place-menu.tsx'

interface Props {
  deed: Exclude<CollectionDeed, { do: 'drop' }> | { do: 'put' }
  onClose: () => void
}

/** Asks for the name of a collection: a new one, one for the chosen pictures, or another name for one. */
export function CollectionDialog({ deed, onClose }: Props): JSX.Element {
  const [name, setName] = useState(deed.do === 'rename' ? deed.name : '')
  const { readFacets, setFilter } = useLibrary.getState()
  const act = async (): Promise<void> => {
    if (deed.do === 'rename') {
      if (await ask('library.renameCollection', { id: deed.id, name })) onClose()
      await readFacets()
      return
    }
    const made = await ask('library.makeCollection', { name })
    if (!made) return
    onClose()
    await readFacets()
    if (deed.do === 'make') setFilter({ show: undefined, collection: made.value.id })
    else await markChosen({ addTo: made.value.id }, (pictures) => t('{pictures} added to {name}', { pictures, name }))
  }
  const isReady = name.trim() !== '' && name.trim().length <= 60
  return (
    <DialogFrame onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) void act()
        }}
      >
        <DialogBody title={deed.do === 'rename' ? t('Rename the collection') : t('New collection')}>
          <TextField
            label={t('Name')}
            value={name}
            onText={setName}
            maxLength={60}
            autoFocus
            note={t('A picture can be in several collections. Files are not moved.')}
          />
        </DialogBody>
        <DialogActs>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" type="submit" disabled={!isReady}>
            {deed.do === 'rename' ? t('Rename') : t('Create')}
          </Button>
        </DialogActs>
      </form>
    </DialogFrame>
  )
}
