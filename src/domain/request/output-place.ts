/** Which output of a request: addresses may be renewed, places are not. */
export interface OutputPlace {
  jobIndex: number
  outputIndex: number
}

export const isSame =
  (a: OutputPlace) =>
  (b: OutputPlace): boolean =>
    a.jobIndex === b.jobIndex && a.outputIndex === b.outputIndex
