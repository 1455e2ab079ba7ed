import { z } from 'zod'
import { copyWish, copyWishTo } from '../domain/copies/wish.ts'
import { projectName } from '../domain/ledger/project.ts'
import { link } from '../domain/links/link.ts'
import { givenName } from '../domain/naming/given-name.ts'
import { about } from './about.ts'
import { commandId } from './commands.ts'
import { draft, draftForm } from './drafts.ts'
import { galleryFound, galleryList, galleryView } from './gallery.ts'
import { fileHandle, fileOrAddress, folderHandle } from './handles.ts'
import { hostsChanged, hostsView } from './hosts.ts'
import { jsonTree } from './json-tree.ts'
import { ledgerCut, ledgerPeriod, ledgerRow, ledgerView } from './ledger.ts'
import {
  collectionName,
  libraryAct,
  libraryDetails,
  libraryExport,
  libraryExported,
  libraryFacets,
  libraryFilter,
  libraryItem,
  libraryList,
  libraryMarks,
  libraryPlace,
  librarySelection,
  libraryShape,
  librarySync,
} from './library.ts'
import { mostCeiling, mostCredits, mostFiles, mostIds, mostOfOnePrompt, mostPictures, mostRequests } from './limits.ts'
import { longestPresetFile } from './presets.ts'
import { projectsView } from './projects.ts'
import { backupView, contrast, language, newToken, restored, tokenUse, tokenView } from './settings.ts'
import { updatesView } from './updates.ts'
import {
  appSnapshot,
  assetView,
  capsView,
  inspectedFile,
  keyStatus,
  modelsView,
  originalView,
  promptView,
  quoteView,
  receiptView,
  requestView,
  skillsView,
  theme,
} from './views.ts'
import { watchAllowance, watchForm, watchPrice, watchSetUp, watchView } from './watch.ts'

/** Bounds that keep a hostile or broken renderer from exhausting main. */
const text = (max: number) => z.string().max(max)
const files = z.array(fileHandle).max(mostFiles)
const sources = z.array(fileOrAddress).max(mostFiles)
const ids = z.array(text(64)).min(1).max(mostIds)
const nothing = z.undefined()
const cap = z.number().nonnegative().max(mostCredits)

/** One of several prompts, with the choices that are its own. */
const promptVariant = z.object({
  prompt: text(20_000),
  aspectRatio: text(40).optional(),
  resolution: text(40).optional(),
  quality: text(40).optional(),
  duration: z.number().optional(),
  tier: text(40).optional(),
})

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
  references: z.array(fileOrAddress).max(mostPictures).optional(),
  referenceType: text(40).optional(),
  niji7Options: jsonTree.optional(),
  referenceVideo: text(4096).optional(),
  referenceVideoDuration: z.number().optional(),
  /** How many requests of the same kind to make, one receipt each. */
  count: z.number().int().min(1).max(mostOfOnePrompt).optional(),
  /** Several at once: each takes the place of `prompt`, and of the choices that it names. `count` is of each. */
  variants: z.array(promptVariant).min(1).max(mostRequests).optional(),
  /** Where results go beside the library; kept with the receipts and not sent. */
  alsoTo: copyWishTo(folderHandle).optional(),
})
/** The same behind main's door and in the terminal: files and folders by their paths. */
export const generationOrderByPath = generationOrder.extend({
  references: z.array(text(4096)).max(mostPictures).optional(),
  alsoTo: copyWish.optional(),
})
export type GenerationOrder = z.infer<typeof generationOrderByPath>

/** One Skill over one or many files or addresses: one request, and one receipt, for each. */
export const skillOrder = z.object({
  skill: text(80),
  files: sources,
  values: z.record(text(80), jsonTree).optional(),
  /** Pictures for other fields than the one that the files fill: local files or public https addresses. */
  pictures: z
    .array(z.object({ field: text(80), source: fileOrAddress }))
    .max(mostPictures)
    .optional(),
  /** Those of its files that may go as the lossy copy that was offered for them (obligations A1). */
  reencode: sources.optional(),
  /** Where results go beside the library; kept with the receipts and not sent. */
  alsoTo: copyWishTo(folderHandle).optional(),
})
export type SkillOrder = z.infer<typeof skillOrder>

const accountSession = z.object({ service: text(2048), session: text(8192) })

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
  /**
   * Changes the service's address; a new address means a new key. Answers under the base that was taken, or says in words
   * why it was not. `withKeptKey`: only where this computer holds a key for it (else the code is `key-form`).
   */
  'app.useService': call('main', z.object({ address: text(2048), withKeptKey: z.boolean().optional() }), appSnapshot),
  /** What is left out stays. */
  'app.setTheme': call(
    'main',
    z.object({ theme: theme.optional(), contrast: contrast.optional(), language: language.optional() }),
    appSnapshot,
  ),
  /** Above so many credits an order is asked about in a dialog of the system. */
  'app.setAskAbove': call('main', z.object({ credits: cap }), appSnapshot),
  /** Checked first; then everything goes on over the new way. Whom to trust is chosen by a person alone, below. */
  'app.setNetwork': call(
    'main',
    z.object({ proxy: text(2048).optional(), trustNoOther: z.literal(true).optional() }),
    appSnapshot,
  ),
  /** Opens the system's dialog for a file with certificates to trust; null where none was chosen. */
  'app.chooseCertificates': call('main', nothing, appSnapshot.nullable()),
  /** Version, runtimes, and the licences of everything that is shipped. */
  'app.about': call('main', nothing, about),
  'app.showFolder': call('main', z.object({ which: z.enum(['library', 'home']) }), nothing),

  /** Where newer versions are looked for, and what was found. */
  'updates.view': call('main', nothing, updatesView),
  /** What is left out stays; an address of null is the package's own again. A sentence where an address cannot be used. */
  'updates.set': call(
    'main',
    z.object({ address: text(2048).nullable().optional(), on: z.boolean().optional() }),
    updatesView,
  ),
  /** Asks the address now; what comes of it is told by `updates.changed`. */
  'updates.check': call('main', nothing, updatesView),
  /** Restarts into the downloaded version, as soon as nothing unfinished stands in the way; false: not any more. */
  'updates.install': call('main', z.object({ wanted: z.boolean() }), updatesView),

  /** Hosts inside a private network that results may be fetched from. */
  'hosts.list': call('engine', nothing, hostsView),
  /** A permission, which a person gives. */
  'hosts.allow': call('engine', z.object({ host: text(300) }), hostsChanged),
  'hosts.forget': call('engine', z.object({ host: text(300) }), hostsChanged),

  'backups.list': call('engine', nothing, z.array(backupView)),
  /** Makes one now, where anything has changed since the last. */
  'backups.make': call('engine', nothing, z.object({ isMade: z.boolean(), backups: z.array(backupView) })),
  /** Sets the database aside and puts a copy in its place; the journal brings every later step back. */
  'backups.restore': call('main', z.object({ name: text(200) }), restored),

  /** What diagnostics hold, as it would be saved: no key; prompts and file names only when asked. */
  'diagnostics.read': call('main', z.object({ withPrompts: z.boolean() }), z.object({ text: z.string() })),
  'diagnostics.save': call('main', z.object({ withPrompts: z.boolean() }), z.object({ path: z.string() }).nullable()),

  /**
   * Keys of the account (service.md §4.6). `session`: a logged-in browser's token, used for the one call and kept nowhere;
   * it goes to `service` alone, whichever one the app works with by then.
   */
  'tokens.list': call('engine', accountSession, z.array(tokenView)),
  'tokens.usage': call('engine', accountSession.extend({ id: text(200) }), z.array(tokenUse)),
  'tokens.revoke': call('engine', accountSession.extend({ id: text(200) }), nothing),
  /** The new value goes to the clipboard, never to the window. */
  'tokens.create': call('main', accountSession.extend({ name: givenName(100) }), newToken),
  /** The value of the last one that was made, again to the clipboard. */
  'tokens.copyNew': call('main', nothing, nothing),
  /** Sets the last one that was made as the key, as `key.set` would. */
  'tokens.useNew': call('main', nothing, keyStatus),
  /**
   * Checks the key's form, asks the service whether it takes it, and stores it in the keychain (else holds it for this
   * session, and says so). A refused one is not kept; without an answer it is kept, unchecked. The one before stays held
   * for its open requests. `service`: the one that the key belongs to; it is handed to no other.
   */
  'key.set': call('engine', z.object({ key: text(400), service: text(2048).optional() }), keyStatus),
  /** `all`: with every key that is held for open requests. Without it the key itself stays held for its own. */
  'key.clear': call('engine', z.object({ all: z.boolean() }), keyStatus),

  /** Opens the system's dialog; answers the chosen files, folders opened out. */
  'files.choose': call('main', z.object({ folders: z.boolean(), multiple: z.boolean() }), z.array(inspectedFile)),
  /** Opens the system's dialog for one folder; null where none was chosen. */
  'files.chooseFolder': call(
    'main',
    z.object({ title: text(100) }),
    z.object({ folder: folderHandle, path: z.string() }).nullable(),
  ),
  /** Files are dragged over the window: what looks at them is started, so that letting go need not wait for it. */
  'files.expect': call('engine', nothing, nothing),
  /** Looks at dropped files and folders (folders are opened out). One entry for each file, usable or not. */
  'files.inspect': call('engine', z.object({ files }), z.array(inspectedFile)),

  /**
   * How originals would go to a Skill that takes them at their full size, one entry for each file; works up to seconds
   * on a large one, and remembers. Folders are not opened out.
   */
  'files.lookAtOriginals': call('engine', z.object({ files }), z.array(originalView)),

  /** Files that a text on the clipboard names, a line each, once a person has said in main's dialog that they may be used. */
  'files.onClipboard': call('main', nothing, z.array(inspectedFile)),

  /** Keeps a pasted picture that is no file yet (a screenshot) beside the receipts, so that it can be ordered with. */
  'files.keepPasted': call('engine', z.object({ name: text(200), base64: text(16_000_000) }), inspectedFile),

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
      /** Of what was shown: the quote's own, or that of its `rest`. Another order is refused. */
      contentHash: z
        .string()
        .regex(/^[\da-f]{64}$/)
        .optional(),
      /** Orders only what was not ordered before; `credits` is then that of the quote's `rest`. */
      leaveOut: z.literal('already-paid').optional(),
      /** The most that the person allows for the whole order, in credits; needed where the price is not known. */
      ceilingCredits: z.number().nonnegative().max(mostCeiling).nullable().optional(),
      /** Filed under it once they are taken; what is made in place of an earlier order, under that one's. */
      project: projectName.nullable().optional(),
    }),
    z.object({ requestIds: z.array(z.string()) }),
  ),

  /** Newest first. `open` leaves the ended ones out. */
  'requests.list': call(
    'engine',
    z.object({ open: z.boolean().optional(), limit: z.number().int().min(1).max(10_000).optional() }),
    z.array(requestView),
  ),
  'requests.receipt': call('engine', z.object({ id: text(64) }), receiptView),
  'requests.cancel': call('engine', z.object({ ids }), z.array(requestView)),
  /** Makes what waits for a time look now (a poll, a look-up, a download), never sends a paid request early. */
  'requests.lookNow': call('engine', z.object({ id: text(64) }), requestView),
  'requests.decide': call(
    'engine',
    /**
     * `credits`: what was shown as the choice's price; where it is another by now, nothing is decided. Left out: not looked at.
     * `ceilingCredits`: the most that the person allows for it; below that price nothing is decided, else the receipt keeps it.
     */
    z.object({
      id: text(64),
      choice: text(80),
      credits: z.number().nullable().optional(),
      ceilingCredits: z.number().nonnegative().max(mostCeiling).nullable().optional(),
    }),
    /** `replacement` is the new order in its place, charged by itself; null where the choice makes none. */
    requestView.extend({ replacement: requestView.nullable() }),
  ),
  /** Looks now at what waits or is owed; for what has come to nothing, a quote of the same order anew, to be approved. */
  'requests.retry': call(
    'engine',
    /** `reencode` accepts the lossy copy that the quote offered for its original (obligations A1). */
    z.object({ id: text(64), reencode: z.boolean().optional() }),
    z.object({ request: requestView, quote: quoteView.nullable() }),
  ),
  /** Puts copies of its results where the order wished them, once more; costs nothing. */
  'requests.copyAgain': call('engine', z.object({ id: text(64) }), requestView),
  /** Gives what was not sent another place: before another one, with null at the front, or at the end of all. */
  'queue.move': call(
    'engine',
    z.object({ id: text(64), before: text(64).nullable(), toEnd: z.literal(true).optional() }),
    requestView,
  ),
  'queue.caps': call('engine', nothing, capsView),
  /** Null: no cap; left out: unchanged. What was stopped by a cap and fits now is tried again. */
  'queue.setCaps': call(
    'engine',
    z.object({
      day: cap.nullable().optional(),
      batch: cap.nullable().optional(),
    }),
    capsView,
  ),
  'queue.pause': call('engine', nothing, nothing),
  'queue.resume': call('engine', nothing, nothing),

  /** Opens a list of the library, newest first, with its first pictures. Eight lists are kept; each stands still until `sync`. */
  'library.open': call(
    'engine',
    z.object({ filter: libraryFilter, limit: z.number().int().min(1).max(500) }),
    libraryList,
  ),
  /** The next stretch of a list, until its `next` is null. */
  'library.shape': call('engine', z.object({ list: text(64) }), libraryShape),
  /** Pictures of a list by their places. */
  'library.slice': call(
    'engine',
    z.object({ list: text(64), from: z.number().int().nonnegative(), count: z.number().int().min(1).max(500) }),
    z.array(libraryItem),
  ),
  'library.sync': call('engine', z.object({ list: text(64) }), librarySync),
  'library.place': call(
    'engine',
    z.object({ list: text(64), id: text(64) }),
    z.object({ place: z.number().int().nullable() }),
  ),
  /** The chosen pictures themselves, 5,000 at most. */
  'library.items': call('engine', z.object({ of: librarySelection }), z.array(libraryItem)),
  /** Those of a choice that can be ordered with: pictures that are in their places. */
  'library.files': call(
    'engine',
    z.object({ of: librarySelection }),
    z.array(z.object({ id: z.string(), file: fileHandle })),
  ),
  'library.details': call('engine', z.object({ id: text(64) }), libraryDetails),
  'library.facets': call('engine', nothing, libraryFacets),
  /** To the app's own trash: out of sight, the file stays, and so does the receipt. */
  'library.trash': call('engine', z.object({ of: librarySelection }), libraryAct),
  'library.restore': call('engine', z.object({ of: librarySelection }), libraryAct),
  'library.mark': call('engine', z.object({ of: librarySelection, marks: libraryMarks }), libraryAct),
  /** Takes an act back; a count of null: it is not known any more. */
  'library.undo': call('engine', z.object({ undo: text(64) }), z.object({ count: z.number().int().nullable() })),
  'library.makeCollection': call('engine', z.object({ name: collectionName }), z.object({ id: z.number().int() })),
  'library.renameCollection': call('engine', z.object({ id: z.number().int(), name: collectionName }), nothing),
  /** The pictures stay in the library. */
  'library.dropCollection': call('engine', z.object({ id: z.number().int() }), nothing),
  'library.get': call('engine', z.object({ id: text(64) }), libraryItem),
  /** The newest that a search finds, without a list of its own. */
  'library.find': call(
    'engine',
    z.object({ search: text(400), limit: z.number().int().min(1).max(50) }),
    z.array(assetView),
  ),
  /** On to the system's trash, for good as far as the app goes; the receipt stays. Only what is in the app's trash. */
  'library.remove': call('main', z.object({ of: librarySelection }), z.object({ count: z.number().int() })),
  /** Asks for a folder, then copies the chosen pictures there; the stored files are not touched. */
  'library.export': call('main', z.object({ of: librarySelection, wish: libraryExport }), libraryExported),
  /** The picture itself to the clipboard. */
  'library.copyPicture': call('main', z.object({ id: text(64) }), nothing),
  /** Lets the drag that has just begun carry the files to other programs. */
  'library.dragOut': call('main', z.object({ of: librarySelection }), nothing),
  'library.showInFolder': call('main', z.object({ id: text(64) }), nothing),

  /** Where the library is, and what is under way with its files. */
  'library.placeNow': call('engine', nothing, libraryPlace),
  /** Asks for a folder, then carries the library over to a new one in it; null where none was chosen. */
  'library.move': call('main', nothing, libraryPlace.nullable()),
  /** Asks for the folder where somebody put the library by hand; files in it are checked. */
  'library.pointTo': call('main', nothing, libraryPlace.nullable()),
  'library.stopTask': call('engine', nothing, libraryPlace),
  'library.goOn': call('engine', nothing, libraryPlace),
  /** Takes the copies of a move away that is not at its end; the library stays where it is. */
  'library.giveUpMove': call('engine', nothing, libraryPlace),
  /** Puts what came of an ended task out of sight. */
  'library.endTask': call('engine', nothing, libraryPlace),
  /** Every file against its recorded hash. */
  'library.check': call('engine', nothing, libraryPlace),
  /** Which files are not where the library put them; then the list `missing` has them. */
  'library.lookForMissing': call('engine', nothing, libraryPlace),
  /** Asks for a folder, and looks for missing files there by their content. Left out: for all of them. */
  'library.findMissing': call('main', z.object({ of: librarySelection.optional() }), libraryPlace.nullable()),
  /** Missing files from their addresses, each against its recorded hash; costs nothing. */
  'library.fetchAgain': call('engine', z.object({ of: librarySelection.optional() }), libraryPlace),

  /** Prompts that were ordered here, the newest first, from the receipts: they come back wherever those do. */
  'prompts.history': call(
    'engine',
    z.object({ search: text(400).optional(), limit: z.number().int().min(1).max(200) }),
    z.array(promptView),
  ),
  /** The order behind a generation, to fill the form with; null for what is none. */
  'prompts.orderOf': call(
    'engine',
    z.object({ id: text(64) }),
    z.object({ order: generationOrder, mediaType: z.string() }).nullable(),
  ),

  /** The settings behind a Skill's request, to fill its form with; without its price, and null for what is none. */
  'skills.orderOf': call('engine', z.object({ id: text(64) }), skillOrder.nullable()),

  /** Asks the service for one curated picture by its id or a link that ends with it, and keeps it (service.md §4.5). */
  'gallery.look': call('engine', z.object({ typed: text(4096) }), galleryFound),
  /** Kept ones, newest first, without the service. `search`: words that all must be in it. */
  'gallery.list': call('engine', z.object({ search: text(400).optional(), label: text(400).optional() }), galleryList),
  'gallery.get': call('engine', z.object({ id: text(200) }), galleryView),
  'gallery.forget': call('engine', z.object({ id: text(200) }), nothing),

  'projects.view': call('engine', nothing, projectsView),
  /** New requests of the window are filed under it from now on; null: under none. */
  'projects.choose': call('engine', z.object({ project: projectName.nullable() }), projectsView),
  /** Null takes them out of their project. Answers with those that there are. */
  'projects.file': call('engine', z.object({ ids, project: projectName.nullable() }), z.array(requestView)),

  /** Sums of a period of this computer's days, and what is charged without a file. */
  'ledger.view': call('engine', ledgerCut, ledgerView),
  'ledger.rows': call('engine', ledgerPeriod, z.array(ledgerRow)),
  /** Asks where to, and writes the period's requests there as CSV; null when it was called off. */
  'ledger.export': call('main', ledgerPeriod, z.object({ path: z.string() }).nullable()),

  /** Asks where to, and writes the presets of Create there; null when it was called off. */
  'presets.export': call(
    'main',
    z.object({ text: text(longestPresetFile) }),
    z.object({ path: z.string() }).nullable(),
  ),
  /** Asks for a file and reads it; what is in it the window judges. Null when it was called off. */
  'presets.import': call('main', nothing, z.object({ name: z.string(), text: z.string() }).nullable()),

  'watch.list': call('engine', nothing, z.array(watchView)),
  /** What one file of a folder would cost with a form; nothing is set up. */
  'watch.price': call('engine', watchForm, watchPrice),
  /** The same of one that is set up. */
  'watch.priceOf': call('engine', z.object({ id: text(64) }), watchPrice),
  /** Begins to watch a folder: new files in it are ordered by themselves, within the price and the cap that were shown. */
  'watch.setUp': call('engine', watchSetUp, z.array(watchView)),
  /** Goes on with one, at the price that was shown and under this cap. */
  'watch.switchOn': call('engine', watchAllowance.extend({ id: text(64) }), z.array(watchView)),
  'watch.pause': call('engine', z.object({ id: text(64) }), z.array(watchView)),
  'watch.remove': call('engine', z.object({ id: text(64) }), z.array(watchView)),
  'watch.lookNow': call('engine', z.object({ id: text(64) }), z.array(watchView)),

  /** Forms as they are typed, so that they come back after a crash. Handles in them mean the same files then. */
  'drafts.load': call('main', z.object({ form: draftForm }), jsonTree.nullable()),
  'drafts.save': call('main', draft, nothing),
} as const

/** What the app tells the window without being asked. */
export const events = {
  'app.changed': appSnapshot,
  /** The requests that changed, whole. */
  'requests.changed': z.array(requestView),
  /** Files have come, gone or moved: whoever shows some asks for them again. */
  'library.changed': z.null(),
  /** Some step forward, and what came of it. */
  'library.task': libraryPlace,
  'updates.changed': updatesView,
  /** All watch folders, when one of them has something new to say. */
  'watch.changed': z.array(watchView),
  /** Files named on the command line or dropped on the app's icon. */
  'files.opened': z.array(inspectedFile),
  /** Something chosen in the system's menu, or a notice that was pressed. */
  'app.command': commandId,
  /** A link that another program handed over, read as a stranger's. It may only show something or fill a form. */
  'app.link': link,
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
  /** Handles of files that a person dropped, pasted or chose in a field, in their order; empty for those that are no file. */
  handlesOf(files: readonly File[]): Promise<string[]>
}
