import type { Copy } from '../../copy/wording.ts'
import type { Sheet } from '../draw/sheet.ts'
import type { Cut } from '../stage/cut.ts'
import type { Tones } from '../stage/tones.ts'

/** Everything a module's layout works with. */
export interface DetailPage {
  sheet: Sheet
  tones: Tones
  copy: Copy
  cut: Cut
  photo: Buffer
  /** Further angles, then the model. */
  others: Buffer[]
  /** What the caller wished for; steers, and is never printed. */
  wishes: string
  seed: string
}

export type DetailLayout = (page: DetailPage) => Promise<void>

export const isWide = ({ width, height }: Sheet) => width > height * 1.15
