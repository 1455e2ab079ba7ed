import { type JSX, useState } from 'react'
import { callMain } from '../../bridge/bridge.ts'
import { Button } from '../../components/button.tsx'
import { DialogActs, DialogBody, DialogFrame } from '../../components/dialog.tsx'
import { TextField } from '../../components/field.tsx'
import { t } from '../../format/messages.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { markChosen } from './acts.ts'
import type { CollectionDeed } from './place-menu.tsx'
import { toPlace } from './places.ts'

/** What is done under a name that is asked for. */
export type NamingDeed = Exclude<CollectionDeed, { do: 'drop' | 'dropSearch' }> | { do: 'put' }

interface Props {
  deed: NamingDeed
  onClose: () => void
}

/** Asks for a name: of a new collection, one for the chosen pictures or the search that is on the grid, or another one. */
export function CollectionDialog({ deed, onClose }: Props): JSX.Element {
  const [name, setName] = useState('name' in deed ? deed.name : '')
  const act = async (): Promise<void> => {
    if (!(await done(deed, name, onClose))) return
    await useLibrary.getState().readFacets()
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
        <DialogBody title={titleOf(deed)}>
          <TextField label={t('Name')} value={name} onText={setName} maxLength={60} autoFocus note={noteOf(deed)} />
        </DialogBody>
        <DialogActs>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" type="submit" disabled={!isReady}>
            {'name' in deed ? t('Rename') : deed.do === 'save' ? t('Save') : t('Create')}
          </Button>
        </DialogActs>
      </form>
    </DialogFrame>
  )
}

function titleOf(deed: NamingDeed): string {
  if (deed.do === 'rename') return t('Rename the collection')
  if (deed.do === 'renameSearch') return t('Rename the smart collection')
  return deed.do === 'save' ? t('Save this search') : t('New collection')
}

const noteOf = (deed: NamingDeed): string =>
  deed.do === 'save' || deed.do === 'renameSearch'
    ? t('Updates by itself as pictures come in.')
    : t('A picture can be in several collections. Files are not moved.')

/** Whether it was done. */
async function done(deed: NamingDeed, name: string, onClose: () => void): Promise<boolean> {
  const { filter, setFilter, readFacets } = useLibrary.getState()
  const isDone = (answer: unknown): boolean => {
    if (answer) onClose()
    return Boolean(answer)
  }
  if (deed.do === 'rename') return isDone(await callMain('library.renameCollection', { id: deed.id, name }))
  if (deed.do === 'renameSearch') return isDone(await callMain('library.renameSearch', { id: deed.id, name }))
  if (deed.do === 'save') return isDone(await callMain('library.saveSearch', { name, filter }))
  const made = await callMain('library.makeCollection', { name })
  if (!isDone(made) || !made) return false
  await readFacets()
  if (deed.do === 'make') setFilter(toPlace({ collection: made.value.id }))
  else await markChosen({ addTo: made.value.id }, (pictures) => t('{pictures} added to {name}', { pictures, name }))
  return true
}
