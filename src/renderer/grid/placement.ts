/** Where a picture is drawn: one scale for both sides, so that none is ever distorted. */
export interface Placement {
  /** Pixels of the screen for one pixel of the picture. */
  scale: number
  left: number
  top: number
}
