import type { Copy } from '../../copy/wording.ts'
import type { Sheet } from '../draw/sheet.ts'
import type { Random } from '../random.ts'
import type { Cut } from '../stage/cut.ts'

/** Everything a poster's layout works with. */
export interface PosterPage {
  sheet: Sheet
  copy: Copy
  products: Cut[]
  /** The hue that the words or the style image ask for; each style has its own where they say nothing. */
  hue: number | null
  wishes: string
  random: Random
}

export type PosterLayout = (page: PosterPage) => Promise<void>
