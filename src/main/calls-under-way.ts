import { CallError } from '../engine/platform/call-error.ts'

/** What the app's own page comes to is told in docs/security.md: some ten. */
const mostCalls = 200
/** The two longest forms of a person's, which may be written down at once, and some MB beyond; no one message weighs as much. */
const mostBytes = 80_000_000

/**
 * The page's calls that are not answered yet. They stand in line before the engine, and before what it does for a person: a
 * script that says thousands at once would have it busy for minutes, and hold up the end of the app.
 */
export class CallsUnderWay {
  #calls = 0
  #bytes = 0

  /**
   * @param bytes what its message weighs
   * @returns to be called once, when it is answered
   * @throws CallError where too much is under way; it counts then as none
   */
  begin(bytes: number): () => void {
    if (this.#calls >= mostCalls || this.#bytes + bytes > mostBytes) throw tooOften
    this.#calls += 1
    this.#bytes += bytes
    return () => {
      this.#calls -= 1
      this.#bytes -= bytes
    }
  }
}

const tooOften = new CallError(
  'too-often',
  'The window wanted more too often than can be done at once. Nothing was asked, changed, sent or charged. Wait a few seconds, then do it again; where you did not press that often, restart Printroom.',
  true,
)
