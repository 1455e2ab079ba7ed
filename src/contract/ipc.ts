import { z } from 'zod'
import {
  appSnapshot,
  assetView,
  capsView,
  inspectedFile,
  keyStatus,
  libraryPage,
  modelsView,
  quoteView,
  receiptView,
  requestView,
  skillsView,
  theme,
} from './views.ts'

/** Bounds that keep a hostile or broken renderer from exhausting main. */
const text = (max: number) => z.string().max(max)
const paths = z.array(text(4096)).max(5000)
const ids = z.array(text(64)).min(1).max(5000)
const nothing = z.undefined()

/** One generation as the form holds it (service.md §4.1). Left-out fields take the listed or the service's defaults. */
export const generationOrder = z.object({
  prompt: text(20_000),
  modelId: text(200),
  aspectRatio: text(40).optional(),
  resolution: text(40).optional(),
  quality: text(40).optional(),
  duration: z.number().optional(),
  tier: text(40).optional(),
  /** Local files, prepared and sent inline (obligations A27), or public https addresses, sent as they are. */
  references: z.array(text(4096)).max(50).optional(),
  referenceType: text(40).optional(),
  niji7Options: z.json().optional(),
  referenceVideo: text(4096).optional(),
  referenceVideoDuration: z.number().optional(),
  /** How many requests of the same kind to make, one receipt each. */
  count: z.number().int().min(1).max(20).optional(),
})
export type GenerationOrder = z.infer<typeof generationOrder>

/** One Skill over one or many files or addresses: one request, and one receipt, for each. */
export const skillOrder = z.object({
  skill: text(80),
  files: paths,
  values: z.record(text(80), z.json()).optional(),
  /** Pictures for other fields than the one that the files fill: local files or public https addresses. */
  pictures: z
    .array(z.object({ field: text(80), source: text(4096) }))
    .max(50)
    .optional(),
})
export type SkillOrder = z.infer<typeof skillOrder>

/** A call: what the renderer may say, what it gets, and which process answers. */
const call = <I extends z.ZodType, O extends z.ZodType, W extends 'main' | 'engine'>(
  where: W,
  input: I,
  output: O,
) => ({
  where,
  input,
  output,
})

/**
 * Every call that crosses from the window to the app. `main` answers what needs Electron,
 * `engine` everything else (in its thread). The channel's name is the key.
 */
export const calls = {
  'app.snapshot': call('main', nothing, appSnapshot),
  'app.startPractice': call('main', nothing, appSnapshot),
  /** Changes the service's address; a new address means a new key. The answer's notice says what is wrong with it, if anything. */
  'app.useService': call('main', z.object({ address: text(2048) }), appSnapshot),
  'app.setTheme': call('main', z.object({ theme }), appSnapshot),
  /**
   * Checks the key's form, asks the service whether it takes it, and stores it in the keychain (else holds it for this
   * session, and says so). A refused one is not kept; without an answer it is kept, unchecked. The one before stays held
   * for its open requests.
   */
  'key.set': call('engine', z.object({ key: text(400) }), keyStatus),
  /** `all`: with every key that is held for open requests. Without it the key itself stays held for its own. */
  'key.clear': call('engine', z.object({ all: z.boolean() }), keyStatus),

  /** Opens the system's dialog; answers the chosen files, folders opened out. */
  'files.choose': call('main', z.object({ folders: z.boolean(), multiple: z.boolean() }), z.array(inspectedFile)),
  /** Looks at dropped files and folders (folders are opened out). One entry for each file, usable or not. */
  'files.inspect': call('engine', z.object({ paths }), z.array(inspectedFile)),

  'catalogue.models': call(
    'engine',
    z.object({ media: z.enum(['image', 'video']).optional(), fresh: z.boolean().optional() }),
    modelsView,
  ),
  'catalogue.skills': call('engine', z.object({ fresh: z.boolean().optional() }), skillsView),

  /** Works the price out and checks the order; sends and spends nothing. */
  'quote.generation': call('engine', generationOrder, quoteView),
  'quote.skill': call('engine', skillOrder, quoteView),
  /** The one call that leads to spending. `credits` must be the very figure the quote showed. */
  'orders.approve': call(
    'engine',
    z.object({
      quoteId: text(64),
      credits: z.number().nullable(),
      /** Orders only what was not ordered before; `credits` is then that of the quote's `rest`. */
      leaveOut: z.literal('already-paid').optional(),
    }),
    z.object({ requestIds: z.array(z.string()) }),
  ),

  /** Newest first. `open` leaves the ended ones out. */
  'requests.list': call(
    'engine',
    z.object({ open: z.boolean().optional(), limit: z.number().int().min(1).max(1000).optional() }),
    z.array(requestView),
  ),
  'requests.receipt': call('engine', z.object({ id: text(64) }), receiptView),
  'requests.cancel': call('engine', z.object({ ids }), z.array(requestView)),
  /** Makes what waits for a time look now (a poll, a look-up, a download), never sends a paid request early. */
  'requests.lookNow': call('engine', z.object({ id: text(64) }), requestView),
  'requests.decide': call('engine', z.object({ id: text(64), choice: text(80) }), requestView),
  /** Looks now at what waits or is owed; for what has come to nothing, a quote of the same order anew, to be approved. */
  'requests.retry': call(
    'engine',
    z.object({ id: text(64) }),
    z.object({ request: requestView, quote: quoteView.nullable() }),
  ),
  /** Gives what was not sent another place: before another one, or with null at the front. */
  'queue.move': call('engine', z.object({ id: text(64), before: text(64).nullable() }), requestView),
  'queue.caps': call('engine', nothing, capsView),
  /** Null: no cap; left out: unchanged. What was stopped by a cap and fits now is tried again. */
  'queue.setCaps': call(
    'engine',
    z.object({
      day: z.number().nonnegative().nullable().optional(),
      batch: z.number().nonnegative().nullable().optional(),
    }),
    capsView,
  ),
  'queue.pause': call('engine', nothing, nothing),
  'queue.resume': call('engine', nothing, nothing),

  'library.page': call(
    'engine',
    z.object({ search: text(400).optional(), cursor: text(200).optional(), limit: z.number().int().min(1).max(500) }),
    libraryPage,
  ),
  'library.get': call('engine', z.object({ id: text(64) }), assetView),
  /** To the system's trash; the receipt stays. */
  'library.trash': call('main', z.object({ ids }), nothing),
  'library.showInFolder': call('main', z.object({ id: text(64) }), nothing),

  /** Forms as they are typed, so that they come back after a crash. */
  'drafts.load': call('engine', z.object({ form: text(80) }), z.json().nullable()),
  'drafts.save': call('engine', z.object({ form: text(80), value: z.json() }), nothing),
} as const

/** What the app tells the window without being asked. */
export const events = {
  'app.changed': appSnapshot,
  /** The requests that changed, whole. */
  'requests.changed': z.array(requestView),
  /** Something came into the library or left it. */
  'library.changed': z.object({ added: z.array(assetView), removed: z.array(z.string()) }),
  /** Files named on the command line or dropped on the app's icon. */
  'files.opened': z.array(inspectedFile),
} as const

export type Calls = typeof calls
export type CallName = keyof Calls
export type CallInput<N extends CallName> = z.infer<Calls[N]['input']>
export type CallOutput<N extends CallName> = z.infer<Calls[N]['output']>
export type CallsOf<W extends 'main' | 'engine'> = {
  [N in CallName]: Calls[N]['where'] extends W ? N : never
}[CallName]

export type Events = typeof events
export type EventName = keyof Events
export type EventPayload<N extends EventName> = z.infer<Events[N]>

/** What every call answers. `code` is for programs, `message` a sentence for people. */
export type CallAnswer<T> = { ok: true; value: T } | { ok: false; code: string; message: string; retryable: boolean }

/** What the preload exposes as `window.printroom`. */
export interface PrintroomBridge {
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallAnswer<CallOutput<N>>>
  /** Returns the function that stops listening. */
  on<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void
  /** The path of a file the user dropped or chose; empty for one that has none. */
  pathForFile(file: File): string
}
