/** An abort with a stack after it, and what Chromium 156 says of a sandbox that it cannot have before it ends. */
const lastWords = /^\[[^\]]*(?:FATAL:|ERROR:content\/browser\/zygote_host\/)/

/**
 * What a program of Chromium's says on standard error, without its last words, which help nobody who starts an app. In
 * their place stands one sentence.
 */
export class FatalFilter {
  #sentence
  /** Whether it has aborted. */
  isFatal = false

  /** @param {string} sentence */
  constructor(sentence) {
    this.#sentence = sentence
  }

  /**
   * @param {string} line
   * @returns {string | null} what is to be printed
   */
  take(line) {
    if (this.isFatal) return null
    if (!lastWords.test(line)) return line
    this.isFatal = true
    return this.#sentence
  }
}
