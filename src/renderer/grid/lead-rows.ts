/** Rows at the top of a list that have a height of their own. */
export interface LeadRows {
  count: number
  height: number
}

export interface RowPlaces {
  /** px from the top of the first row, of all together. */
  height: number
  topOf: (at: number) => number
  /** The row at so many px from the top; beyond the last it counts on. */
  rowAt: (px: number) => number
}

/** Where rows lie of which the first are higher or lower than the rest. */
export function placeRows(count: number, each: number, lead: LeadRows): RowPlaces {
  const led = Math.min(lead.count, count)
  const topOf = (at: number): number => Math.min(at, led) * lead.height + Math.max(0, at - led) * each
  const ledHeight = led * lead.height
  return {
    height: topOf(count),
    topOf,
    rowAt: (px) => (px < ledHeight ? Math.floor(px / lead.height) : led + Math.floor((px - ledHeight) / each)),
  }
}
