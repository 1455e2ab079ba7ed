import type { AssetFlag } from '../../../contract/library.ts'
import { flowKey } from '../../grid/flow-key.ts'
import { panStep, usePictureKeys, zoomStep } from '../../hooks/use-picture-keys.ts'
import { better, flagOne, rateOne, undoMark } from './acts.ts'
import type { Candidate } from './use-candidates.ts'
import type { SharedSight } from './use-sight.ts'

interface Compared {
  candidates: readonly Candidate[]
  /** The picture that the keys are about. */
  focused: number
  focus: (place: number) => void
  columns: number
  shared: SharedSight
  /** The scale at which its pixels are the screen's. */
  ownScale: number
  onClose: () => void
}

/** Pictures leave the space bar to the keys: it makes them as large as they are. */
const isFace = (button: Element): boolean => button.hasAttribute('data-place')

/** Everything that comparing can do, by the keyboard alone. */
export function useCompareKeys({ candidates, focused, focus, columns, shared, ownScale, onClose }: Compared): void {
  const item = candidates[focused]?.item ?? null
  const last = candidates.length - 1
  const go = (by: number): void => {
    if (focused + by >= 0 && focused + by <= last) focus(focused + by)
  }
  const flag = (to: AssetFlag | null): void => {
    if (item) void flagOne(item, to)
  }
  const own = (): void => (shared.isFitted ? shared.zoomTo(ownScale) : shared.fit())
  /** Of the picture with the keyboard and its neighbour to one side; at the edge, the one on the other side. */
  const sideIsBetter = (side: -1 | 1): void => {
    const left = side === -1 ? Math.max(0, focused - 1) : Math.min(focused, last - 1)
    const [good, poor] = side === -1 ? [left, left + 1] : [left + 1, left]
    const winner = candidates[good]?.item
    focus(good)
    if (winner) void better(winner, candidates[poor]?.item ?? null)
  }
  const across = (event: KeyboardEvent, side: -1 | 1): void => {
    const flow = flowKey(event.key) === event.key ? side : -side
    if (event.shiftKey) sideIsBetter(flow === -1 ? -1 : 1)
    else go(flow)
  }
  const stars = Object.fromEntries(
    [0, 1, 2, 3, 4, 5].map((rating) => [`${rating}`, () => void (item && rateOne(item, rating))]),
  )
  const pans = {
    'Alt+ArrowLeft': () => shared.pan(panStep, 0),
    'Alt+ArrowRight': () => shared.pan(-panStep, 0),
    'Alt+ArrowUp': () => shared.pan(0, panStep),
    'Alt+ArrowDown': () => shared.pan(0, -panStep),
  }
  usePictureKeys(isFace, {
    ...stars,
    ...pans,
    Escape: onClose,
    ArrowLeft: (event) => across(event, -1),
    ArrowRight: (event) => across(event, 1),
    ArrowUp: () => go(-columns),
    ArrowDown: () => go(columns),
    Home: () => focus(0),
    End: () => focus(last),
    p: () => flag('pick'),
    x: () => flag('reject'),
    u: () => flag(null),
    z: own,
    ' ': own,
    '+': () => shared.zoomBy(zoomStep),
    '=': () => shared.zoomBy(zoomStep),
    '-': () => shared.zoomBy(1 / zoomStep),
    'Mod+z': () => void undoMark(),
  })
}
