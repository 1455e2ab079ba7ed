import type { JSX } from 'react'
import { callMain } from '../../bridge/bridge.ts'
import { Confirm } from '../../components/confirm.tsx'
import { t } from '../../format/messages.ts'
import { useLibrary } from '../../stores/library-store.ts'
import type { CollectionDeed } from './place-menu.tsx'

type DropDeed = CollectionDeed & { do: 'drop' | 'dropSearch' }

export const isDrop = (deed: CollectionDeed | { do: 'put' }): deed is DropDeed =>
  deed.do === 'drop' || deed.do === 'dropSearch'

async function drop(deed: DropDeed): Promise<void> {
  const isDone =
    deed.do === 'drop'
      ? await callMain('library.dropCollection', { id: deed.id })
      : await callMain('library.dropSearch', { id: deed.id })
  if (!isDone) return
  useLibrary.getState().showFilter({})
  await useLibrary.getState().readFacets()
}

/** Asks before a collection goes. */
export function DropDialog({ deed, onClose }: { deed: DropDeed | null; onClose: () => void }): JSX.Element {
  return (
    <Confirm
      open={deed !== null}
      title={deed === null ? '' : t('Delete the collection {name}?', { name: deed.name })}
      keep={t('Keep')}
      act={t('Delete')}
      onAct={() => deed && void drop(deed)}
      onClose={onClose}
    >
      {t('Its pictures stay in the library.')}
    </Confirm>
  )
}
