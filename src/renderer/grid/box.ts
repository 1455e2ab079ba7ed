/** A place, in CSS pixels. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}
