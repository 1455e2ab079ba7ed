import type { RefObject } from 'react'
import { callMain } from '../../bridge/bridge.ts'
import { has, span } from '../../grid/ranges.ts'
import { useContextActs } from '../../hooks/use-context-acts.ts'
import { isGroup } from '../../stores/action-target.ts'
import type { ActGroups, ContextHandler } from '../../stores/context-acts.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { copyPicture, fillFormOf, markActs, touchUpActs, useInActs } from '../../stores/picture-acts.ts'
import { useRequests } from '../../stores/requests-store.ts'
import { beforeAndAfter, useView } from '../../stores/view-store.ts'
import { canCompare, chosenCount, compareChosen, flagChosen, rateChosen, restoreChosen } from './acts.ts'
import { chosenFiles } from './chosen-files.ts'

interface Acts {
  inTrash: boolean
  onExport: () => void
  onTrash: () => void
}

/** Pressed on a picture that is not among the chosen ones, a menu is about that one alone, as in file managers. */
function choosePressed(target: Element, front: number): void {
  const index = target.closest<HTMLElement>('[data-index]')?.dataset.index
  if (index === undefined) return
  const place = Number(index) - front
  const { chosen, choose } = useLibrary.getState()
  if (place >= 0 && !has(chosen, place)) choose(span(place, place), place, place, true)
}

function actsNow({ inTrash, onExport, onTrash }: Acts): ActGroups {
  const { chosen, lead, itemAt } = useLibrary.getState()
  const { viewing, openViewer, openReceipt, openCompare } = useView.getState()
  if (chosenCount() === 0) return []
  const many = !viewing && isGroup({ chosen, lead })
  const item = many || lead === null ? null : (itemAt(lead) ?? null)
  const isOff = item !== null && !item.present
  const request = item && useRequests.getState().byId.get(item.requestId)
  const pair = request ? beforeAndAfter(request) : []
  const compare = canCompare() ? compareChosen : pair.length > 1 ? () => openCompare(pair) : null
  const first: ContextHandler[] = [
    ...(item && !viewing ? [{ act: 'open' as const, run: openViewer }] : []),
    ...(compare ? [{ act: 'compare' as const, run: compare }] : []),
    ...(item && !inTrash ? touchUpActs(item) : []),
  ]
  const ofOne: ActGroups = item
    ? [
        [
          ...(item.mediaType === 'image'
            ? [{ act: 'copy-picture' as const, isOff, run: () => copyPicture(item.id) }]
            : []),
          { act: 'show-in-folder', isOff, run: () => callMain('library.showInFolder', { id: item.id }) },
        ],
        [
          { act: 'open-receipt', run: () => openReceipt(item.requestId) },
          { act: 'use-settings', run: () => fillFormOf({ kind: item.kind, id: item.requestId }) },
        ],
      ]
    : []
  return [
    first,
    ...markActs({ rating: item?.rating ?? null, flag: item?.flag ?? null }, rateChosen, flagChosen),
    [...useInActs(chosenFiles, isOff), { act: 'export', isOff, run: onExport }],
    ...ofOne,
    inTrash ? [{ act: 'restore', run: restoreChosen }] : [{ act: 'trash', run: onTrash }],
  ]
}

/** What can be done with the pictures of the grid, or with the one in the viewer. */
export function useLibraryActs(screen: RefObject<HTMLElement | null>, front: number, acts: Acts): void {
  useContextActs(screen, (target) => {
    if (!useView.getState().viewing) choosePressed(target, front)
    return actsNow(acts)
  })
}
