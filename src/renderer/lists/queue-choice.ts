/** Rows chosen in a list, as the platforms do it: one, some with Ctrl or ⌘, a stretch with Shift. */
export interface Choice {
  chosen: ReadonlySet<string>
  /** Where a stretch begins. */
  anchor: string | null
}

export type How = 'alone' | 'toggle' | 'stretch'

export function chooseRow(old: Choice, id: string, how: How, order: readonly string[]): Choice {
  if (how === 'toggle') {
    const chosen = new Set(old.chosen)
    if (!chosen.delete(id)) chosen.add(id)
    return { chosen, anchor: id }
  }
  const from = how === 'stretch' && old.anchor !== null ? order.indexOf(old.anchor) : -1
  const to = order.indexOf(id)
  if (from < 0 || to < 0) return { chosen: new Set([id]), anchor: id }
  return { chosen: new Set(order.slice(Math.min(from, to), Math.max(from, to) + 1)), anchor: old.anchor }
}

/** What is left of a choice in rows that are shown. Nothing is done with what nobody sees chosen. */
export function shownOf(chosen: ReadonlySet<string>, order: readonly string[]): ReadonlySet<string> {
  if (chosen.size === 0) return chosen
  return new Set(order.filter((id) => chosen.has(id)))
}

/** Another place in the queue, as the engine is asked for it. */
export interface Move {
  id: string
  before: string | null
  toEnd?: true
}

/**
 * The moves that bring some of the waiting rows, in their own order, to a place between the others.
 * @param waiting ids in the order of sending
 * @param to between which rows they go: 0 to `waiting.length`
 * @returns none where nothing would change
 */
export function movesTo(waiting: readonly string[], moving: ReadonlySet<string>, to: number): Move[] {
  const going = waiting.filter((id) => moving.has(id))
  const before = waiting.slice(to).find((id) => !moving.has(id))
  const others = waiting.filter((id) => !moving.has(id))
  const place = before === undefined ? others.length : others.indexOf(before)
  const after = [...others.slice(0, place), ...going, ...others.slice(place)]
  if (after.every((id, at) => id === waiting[at])) return []
  return going.map((id) => (before === undefined ? { id, before: null, toEnd: true } : { id, before }))
}

/**
 * A place between shown rows as a place in the whole line, of which a filter or a search may show a part only.
 * @param to between which of the shown rows: 0 to `shown.length`
 */
export function placeInLine(line: readonly string[], shown: readonly string[], to: number): number {
  const [next, last] = [shown[to], shown.at(-1)]
  if (next !== undefined) return line.indexOf(next)
  return last === undefined ? line.length : line.indexOf(last) + 1
}
