/** What a dialog says. Its other button, which is the one that Enter presses, leaves everything as it is. */
export interface Question {
  message: string
  detail: string
  act: string
}
