/** Which output of a request: addresses may be renewed, places are not. */
export interface OutputPlace {
  jobIndex: number
  outputIndex: number
}

/** The same text, the same output: for lists of thousands. */
export const placeKey = ({ jobIndex, outputIndex }: OutputPlace): string => `${jobIndex} ${outputIndex}`

export const isSame =
  (a: OutputPlace) =>
  (b: OutputPlace): boolean =>
    a.jobIndex === b.jobIndex && a.outputIndex === b.outputIndex
