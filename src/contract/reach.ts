import type { CallInput, CallName } from './ipc.ts'
import { type CallsBy, type Right, rights } from './rights.ts'

/**
 * What a call reaches beyond this app, by itself or by what main asks for it. `outside`: the service is asked, with the key or
 * without, or another computer. `lists`: the service is, where its lists are past their time. `dialog`: a dialog or a chooser
 * of the system's opens.
 */
export type Reach = 'outside' | 'lists' | 'dialog'

/** A person's own press or act is behind each of the others, or looks that have turns of their own (`src/engine/pace`). */
export type PacedCall = Exclude<CallName, CallsBy<'press'> | AlwaysActed>

/** Whatever it is about. */
type AlwaysActed = {
  [N in CallsBy<'act'>]: (typeof rights)[N] extends { above: number } ? never : N
}[CallsBy<'act'>]

type Reaches = readonly Reach[]

/** This computer alone: the engine, its files and the window. */
const here: Reaches = []
const outside: Reaches = ['outside']
const lists: Reaches = ['lists']
const dialog: Reaches = ['dialog']

/** A list that is to be read anew is asked for, however young it is. */
const ofList = ({ fresh }: { fresh?: boolean | undefined }): Reaches => (fresh === true ? outside : lists)

/**
 * Beside the dialog that a call's right asks for (`rights.ts`). A call that is not described here does not compile;
 * `reach.test.ts` holds it against what a call really reaches.
 */
const reaches = {
  'app.snapshot': here,
  // Another engine asks for what is open.
  'app.startPractice': outside,
  'app.useService': outside,
  'app.setTheme': here,
  'app.setAskAbove': here,
  'app.setNetwork': outside,
  'app.chooseCertificates': ['outside', 'dialog'],
  'app.about': here,
  'updates.view': here,
  'updates.set': outside,
  'updates.check': outside,
  'updates.install': here,
  'hosts.list': here,
  'hosts.allow': here,
  'hosts.forget': here,
  'backups.list': here,
  'backups.restore': outside,
  'diagnostics.read': here,
  'diagnostics.save': dialog,
  'tokens.list': outside,
  'tokens.usage': outside,
  'tokens.revoke': outside,
  'tokens.create': outside,
  'tokens.copyNew': here,
  'tokens.useNew': outside,
  'key.set': outside,
  'key.clear': here,
  'files.choose': dialog,
  'files.chooseFolder': dialog,
  'files.expect': here,
  'files.inspect': here,
  'files.lookAtOriginals': here,
  'files.keepPasted': here,
  'files.onClipboard': dialog,
  'catalogue.models': ofList,
  'catalogue.skills': ofList,
  'quote.generation': lists,
  'quote.skill': lists,
  'requests.list': here,
  'requests.receipt': here,
  'requests.cancel': here,
  'requests.lookNow': outside,
  'requests.retry': outside,
  'requests.copyAgain': here,
  'queue.move': here,
  'queue.caps': here,
  'queue.setCaps': here,
  'queue.pause': here,
  'queue.resume': here,
  'library.open': here,
  'library.count': here,
  'library.shape': here,
  'library.slice': here,
  'library.sync': here,
  'library.place': here,
  'library.files': here,
  'library.items': here,
  'library.details': here,
  'library.facets': here,
  'library.trash': here,
  'library.restore': here,
  'library.mark': here,
  'library.placeNow': here,
  'library.move': dialog,
  'library.pointTo': dialog,
  'library.stopTask': here,
  'library.goOn': here,
  'library.endTask': here,
  'library.check': here,
  'library.lookForMissing': here,
  'library.findMissing': dialog,
  'library.fetchAgain': outside,
  'library.makeCollection': here,
  'library.get': here,
  'library.find': here,
  'library.startTouchUp': here,
  'library.remove': here,
  'library.export': dialog,
  'exports.now': here,
  'exports.sample': here,
  'exports.pause': here,
  'exports.resume': here,
  'exports.stop': here,
  'exports.dismiss': here,
  'exports.presets': here,
  'prompts.history': here,
  'prompts.orderOf': here,
  'skills.orderOf': here,
  'gallery.look': outside,
  'gallery.list': here,
  'gallery.get': here,
  'projects.view': here,
  'projects.choose': here,
  'projects.file': here,
  'ledger.view': here,
  'ledger.rows': here,
  'ledger.export': dialog,
  'presets.export': dialog,
  'presets.import': dialog,
  'watch.list': here,
  'watch.price': lists,
  'watch.priceOf': lists,
  'watch.setUp': lists,
  'watch.switchOn': lists,
  'watch.pause': here,
  'watch.lookNow': lists,
  'drafts.load': here,
  'drafts.save': here,
} as const satisfies { readonly [N in PacedCall]: Reaches | ((input: CallInput<N>) => Reaches) }

/**
 * What an address of the app's own scheme reaches, by its host. Main answers no other but these, `app` and `sample`, so that one
 * that is not described leads nowhere.
 */
export const pictureReaches = {
  library: here,
  source: here,
  file: here,
  // What the service's lists name, where it is not in the cache.
  catalogue: outside,
  gallery: outside,
} as const satisfies Record<string, Reaches>

export type PictureHost = keyof typeof pictureReaches

export const isPictureHost = (host: string): host is PictureHost => Object.hasOwn(pictureReaches, host)

const isPaced = (name: CallName): name is PacedCall => Object.hasOwn(reaches, name)

const asksByDialog = (right: Right): boolean => right !== 'free' && right.by === 'dialog'

/** @returns nothing for what stays on this computer, and for what a person's own press or act is behind */
export function reachOf<N extends CallName>(name: N, input: CallInput<N>): Reaches {
  if (!isPaced(name)) return here
  const described: Reaches | ((input: never) => Reaches) = reaches[name]
  const reach = typeof described === 'function' ? described(input as never) : described
  return asksByDialog(rights[name]) ? [...reach, 'dialog'] : reach
}
