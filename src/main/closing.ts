/** What was said before Printroom closes is still done for so long, in real time: a person's last press stands there too. */
const lingersMs = 1000

/** What main says of itself in any case: it ends the thread, or writes down what is done already. */
const always: ReadonlySet<string> = new Set(['close', 'status', 'removed'])

/** For `Closing.word`: a line of messages is heard from its front, and this beside it. */
export const newWord = (): SharedArrayBuffer => new SharedArrayBuffer(4)

/** Main's end: what waits before the engine's thread is told that it closes. */
export const sayClosing = (word: SharedArrayBuffer): void => {
  Atomics.store(new Int32Array(word), 0, 1)
}

/** The thread's end: whether a call that stood in line may still begin. */
export class Closing {
  readonly #word: Int32Array
  readonly #now: () => number
  #sinceMs: number | null = null

  constructor(word: SharedArrayBuffer, now: () => number = () => performance.now()) {
    this.#word = new Int32Array(word)
    this.#now = now
  }

  mayBegin(name: string): boolean {
    if (Atomics.load(this.#word, 0) === 0 || always.has(name)) return true
    this.#sinceMs ??= this.#now()
    return this.#now() - this.#sinceMs < lingersMs
  }
}
