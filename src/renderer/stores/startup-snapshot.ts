import { type StartupSnapshot, startupSnapshotPath } from '../../contract/startup-snapshot.ts'
import { drawSight, type Sight } from '../grid/draw-sight.ts'

// What was seen of the library last lies in the document when it opens (main: startup-snapshot.ts).

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
export function leaveStartupSnapshot(isElsewhere: () => boolean): void {
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
let latest = 0
let putting: Promise<unknown> = Promise.resolve()

/**
 * Tells main what is seen of the library's beginning now, for the next start.
 * @param rowHeight how high the grid's rows are wished
 * @param sight null where there is nothing to be seen
 */
export async function keepStartupSnapshot(rowHeight: number, sight: Sight | null): Promise<void> {
  const view = { width: window.innerWidth, height: window.innerHeight }
  const what = JSON.stringify([view, rowHeight, sight])
  if (what === kept) return
  kept = what
  latest += 1
  const mine = latest
  const seen = sight && (await drawSight(sight).catch(() => null))
  if (mine !== latest) return
  const isDrawn = seen !== null || sight === null
  const isTold = isDrawn && (await put({ view, rowHeight, seen }))
  // The next start begins with what was kept before: nothing that is worth a word, and told again with the next change.
  if (!isTold && mine === latest) kept = ''
}

/** One after the other: what was seen earlier must not arrive last. */
function put(seen: StartupSnapshot): Promise<boolean> {
  const body = JSON.stringify(seen)
  const answer = putting
    .then(() => fetch(startupSnapshotPath, { method: 'PUT', body }))
    .then(
      ({ ok }) => ok,
      () => false,
    )
  putting = answer
  return answer
}
