import { dialog } from 'electron'
import { approvalOfOrder } from '../../../src/contract/approval.ts'
import { type CallName, type CallOutput, calls } from '../../../src/contract/ipc.ts'
import type { PressReport } from '../../../src/contract/press.ts'
import type { QuoteView } from '../../../src/contract/quotes.ts'
import { AppState } from '../../../src/main/app-state.ts'
import { answerCalls } from '../../../src/main/calls.ts'
import { Handles } from '../../../src/main/handles/handles.ts'
import { updatesHere } from '../../../src/main/updates/here.ts'
import { codec, ipcMain } from '../../electron-stand-in/ipc-main.mjs'
import { orderOf, orderWords } from '../../support/button-words.ts'
import { imageWorkerEntry } from '../../support/image-worker.ts'
import { patienceMs } from '../../support/patience.ts'
import { engineThreadEntry, practiceEntry } from '../../support/programs.ts'

/** The app's own page in its main frame, as Electron names it to main. */
const ownFrame = { url: 'printroom://app/index.html', parent: null, routingId: 1, processId: 1 }

/** Frames that must not be heard. */
export const strangers: readonly (typeof ownFrame | null | { parent: object })[] = [
  null,
  { ...ownFrame, parent: ownFrame },
  { ...ownFrame, url: 'about:blank' },
  { ...ownFrame, url: '' },
  { ...ownFrame, url: 'https://example.com/' },
  { ...ownFrame, url: 'printroom://library/a/full' },
  { ...ownFrame, url: 'printroom://application/index.html' },
  { ...ownFrame, url: 'printroom://app.example.com/index.html' },
  { ...ownFrame, url: 'https://example.com/printroom://app/' },
  { ...ownFrame, url: 'http://127.0.0.1:5173/' },
]

/**
 * Main's door and the engine behind it, from the sources and without a window; `electron` is the stand-in's module. A person
 * who agrees to whatever main asks sits before it.
 */
export class Door {
  readonly state: AppState
  /** What the page of this door was given. */
  readonly handles = new Handles()
  /** What the engine's thread died of. */
  readonly failures: string[] = []

  /** The home is PRINTROOM_HOME. Of a door that stood here before, nobody answers or listens any more. */
  constructor(engineThread = engineThreadEntry) {
    for (const channel of ['printroom:call', 'printroom:files']) ipcMain.removeHandler(channel)
    for (const channel of ['printroom:press', 'printroom:act', 'printroom:began']) ipcMain.removeAllListeners(channel)
    const parts = {
      engineThread,
      entries: { imageWorker: imageWorkerEntry, practice: practiceEntry },
    }
    const events = { onStatus: () => undefined, onEvent: () => undefined, onOpened: () => undefined }
    this.state = new AppState(events, parts)
    Object.assign(dialog, { showMessageBox: async () => ({ response: 0, checkboxChecked: false }) })
    const updates = updatesHere(this.state, () => undefined)
    answerCalls(this.state, () => null, updates, this.handles)
  }

  /**
   * A message as it comes from a frame.
   * @throws Error where the door itself failed, which a page sees as a rejected promise
   */
  async say(name: unknown, input: unknown, frame: (typeof strangers)[number] = ownFrame): Promise<unknown> {
    return this.#tell('printroom:call', [name, input], frame)
  }

  /** The paths of files that the preload was given; their handles. */
  async give(paths: unknown, frame: (typeof strangers)[number] = ownFrame): Promise<unknown> {
    return this.#tell('printroom:files', [paths], frame)
  }

  async #tell(channel: string, said: unknown[], frame: (typeof strangers)[number]): Promise<unknown> {
    const contents = { mainFrame: frame } as { mainFrame: typeof ownFrame | null }
    // Through the codec, as it would come: Electron clones both what is asked and what is answered.
    const args = codec.decode(codec.encode(said)) as unknown[]
    const answered = ipcMain.answer(contents, { id: 1, channel, args })
    const reply = codec.decode(await inTime(answered, codec.encode(args).slice(0, 300)))
    const { value, error } = reply as { value?: unknown; error?: string }
    if (error !== undefined) throw new Error(`the door failed: ${error}`)
    return value
  }

  /** A call that must be answered well. */
  async get<N extends CallName>(name: N, input: unknown): Promise<CallOutput<N>> {
    const answer = (await this.say(name, input)) as { ok: boolean; value: unknown; message?: string }
    if (!answer.ok) throw new Error(`${name}: ${answer.message}`)
    return calls[name].output.parse(answer.value) as CallOutput<N>
  }

  /** As the preload tells of a press. */
  press(report: PressReport, frame: (typeof strangers)[number] = ownFrame): void {
    const contents = { mainFrame: frame as typeof ownFrame | null, emit: () => true }
    ipcMain.deliver(contents, { channel: 'printroom:press', args: [report] })
  }

  /** As the preload tells that a person did something. */
  act(frame: (typeof strangers)[number] = ownFrame): void {
    const contents = { mainFrame: frame as typeof ownFrame | null, emit: () => true }
    ipcMain.deliver(contents, { channel: 'printroom:act', args: [] })
  }

  /** A press on the button that shows this price, and the call that follows it. @returns the requests */
  async order({ id, credits, contentHash, requests, models }: QuoteView): Promise<string[]> {
    const approves = approvalOfOrder({ contentHash, credits })
    this.press({ approves, words: orderWords(requests, credits ?? 0, orderOf({ models })), isSeen: true })
    return (await this.get('orders.approve', { quoteId: id, credits, contentHash })).requestIds
  }

  async close(): Promise<void> {
    await this.state.link.close()
  }
}

/** No call may leave the window waiting for ever. The first waits for the engine's thread too, and for a practice that starts. */
async function inTime<T>(answered: Promise<T>, words: string): Promise<T> {
  let limit: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new Error(`no answer within ${patienceMs} ms: ${words}`)), patienceMs)
  })
  return Promise.race([answered, late]).finally(() => clearTimeout(limit))
}
