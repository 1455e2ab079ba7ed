// What was seen of the library last lies in the document when it opens (main: first-sight.ts).

const layer = document.getElementById('first-sight')

/** How high the grid's rows were wished then; null where nothing was kept. */
export const rowHeightSeen: number | null = Number(layer?.dataset.rowHeight) || null

/** In a window of another size it is in the document and not seen. */
export const isFirstSightSeen = (): boolean => layer?.isConnected === true && getComputedStyle(layer).display !== 'none'

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
