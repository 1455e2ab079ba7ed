/** What the preload saw as a person pressed a button that spends. The page has no word in it, and no way to say it. */
export interface PressReport {
  /** What stands on the button: approvals, with spaces between. */
  approves: string
  /** The button's words as far as they are seen, the price last. */
  words: string
  /** Whether the button itself was seen there, and the key or pointer was a person's on it. */
  isSeen: boolean
}
