import { type FirstSight, firstSightPath } from '../../contract/first-sight.ts'

// What was seen of the library last lies in the document when it opens (main: first-sight.ts).

const layerOf = (): HTMLElement | null => document.getElementById('first-sight')

/** How high the grid's rows were wished then; null where nothing was kept. */
export const rowHeightSeen = (): number | null => Number(layerOf()?.dataset.rowHeight) || null

const longestMs = 3000

/** Nobody looks at a picture of the library for longer than it takes to have the library itself. */
function isOver(isElsewhere: () => boolean): boolean {
  if (performance.now() > longestMs || isElsewhere()) return true
  const own = [...document.querySelectorAll<HTMLImageElement>('[data-index] img')]
  return own.length > 0 && own.every(({ complete }) => complete)
}

/**
 * Takes it away as soon as the library's own pictures are there, or something else is to be seen, or somebody acts.
 * @param isElsewhere whether the window shows anything else than a library with pictures in it
 */
export function leaveFirstSight(isElsewhere: () => boolean): void {
  const layer = layerOf()
  if (layer === null) return
  const acts = ['pointerdown', 'keydown', 'wheel'] as const
  const leave = (): void => {
    layer.remove()
    for (const act of acts) window.removeEventListener(act, leave, true)
  }
  for (const act of acts) window.addEventListener(act, leave, true)
  const look = (): void => {
    if (!layer.isConnected) return
    if (isOver(isElsewhere)) leave()
    else requestAnimationFrame(look)
  }
  look()
}

let kept = ''

/** Tells main what is seen of the library's beginning now, for the next start. */
export async function keepFirstSight(seen: FirstSight): Promise<void> {
  const body = JSON.stringify(seen)
  if (body === kept) return
  kept = body
  const answer = await fetch(firstSightPath, { method: 'PUT', body }).catch(() => null)
  // The next start begins with what was kept before: nothing that is worth a word, and told again with the next change.
  if (answer?.ok !== true && kept === body) kept = ''
}

/** Pictures have left the library, and nobody knows yet which of them were seen: the next start shows none. */
export function forgetFirstSight(rowHeight: number): void {
  const view = { width: window.innerWidth, height: window.innerHeight }
  void keepFirstSight({ view, rowHeight, pane: { left: 0, top: 0, width: 0, height: 0 }, pictures: [] })
}
