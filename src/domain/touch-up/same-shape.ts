interface Size {
  width: number
  height: number
}

/** Whether one lies on the other when both are drawn equally wide, to the pixel that rounding costs. */
export const isSameShape = (source: Size, result: Size): boolean =>
  source.width > 0 && Math.abs((source.height * result.width) / source.width - result.height) <= 1
