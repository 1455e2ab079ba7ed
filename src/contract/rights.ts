import type { CallInput, CallName } from './ipc.ts'
import { mostMarkedFreely } from './limits.ts'

/**
 * What a call needs beside the page's word, which a script that came to run in the page has too. `press`: a person pressed
 * the very button that names the price. `dialog`: a person agreed in a dialog of main's. `act`: a person has just clicked,
 * pressed a key or taken hold of something in the window, whatever it was. Which, and when it is left out, is main's
 * (`src/main/consent`); `why` is what a script could do without it.
 */
export type Right =
  | 'free'
  | {
      readonly by: 'press' | 'dialog' | 'act'
      /** Where no dialog asks, an act is needed. */
      readonly orAct?: true
      /** Of so many pictures, or fewer, the call needs none. */
      readonly above?: number
      readonly why: string
    }

/** A call without a right here does not compile. What shows a chooser of the system's is asked by that, and free. */
export const rights = {
  'app.snapshot': 'free',
  'app.startPractice': 'free',
  'app.useService': { by: 'dialog', why: 'The key and the pictures go to whoever answers at the address.' },
  'app.setTheme': 'free',
  'app.setAskAbove': { by: 'dialog', why: 'Raised, dearer orders are asked about no more.' },
  'app.setNetwork': { by: 'dialog', why: 'Everything goes through the proxy, whoever runs it.' },
  'app.chooseCertificates': 'free',
  'app.about': 'free',
  'app.contextMenu': { by: 'act', why: 'A menu of the system’s opens over whatever a person does.' },
  'app.copyText': { by: 'act', why: 'As library.copyPicture; what is pasted next is another’s words.' },
  'app.showFolder': { by: 'act', why: 'Another program is started, over whatever a person does.' },
  'updates.view': 'free',
  'updates.set': {
    by: 'dialog',
    why: 'Whoever answers at the address learns who asks, and could hold versions back; off, holes stay open.',
  },
  'updates.check': 'free',
  'updates.install': {
    by: 'dialog',
    orAct: true,
    why: 'A program is put in the place of this one, from an address that somebody wrote or the package brought.',
  },
  'hosts.list': 'free',
  'hosts.allow': { by: 'dialog', why: 'A computer inside the private network is asked for files.' },
  'hosts.forget': 'free',
  'backups.list': 'free',
  'backups.make': { by: 'act', why: 'Copies of the database fill the disk, and push out others that were asked for.' },
  'backups.restore': { by: 'dialog', why: 'Ratings, flags, tags, projects and forms become those of then.' },
  'diagnostics.read': 'free',
  'diagnostics.save': 'free',
  'tokens.list': 'free',
  'tokens.usage': 'free',
  'tokens.revoke': { by: 'dialog', why: 'Every program that uses the key stops.' },
  'tokens.create': { by: 'dialog', why: 'A key that can spend comes to be, on the clipboard.' },
  'tokens.copyNew': { by: 'dialog', why: 'A key that can spend is put on the clipboard, which every program reads.' },
  'tokens.useNew': { by: 'dialog', why: 'As key.set.' },
  'key.set': { by: 'dialog', why: 'Orders, and what comes of them, are in the account of whoever has the key.' },
  'key.clear': { by: 'dialog', why: 'What is open cannot come home, and the next key would be the first.' },
  'files.choose': 'free',
  'files.chooseFolder': 'free',
  'files.expect': 'free',
  'files.inspect': 'free',
  'files.lookAtOriginals': 'free',
  'files.keepPasted': 'free',
  'files.onClipboard': 'free',
  'catalogue.models': 'free',
  'catalogue.skills': 'free',
  'quote.generation': 'free',
  'quote.skill': 'free',
  'orders.approve': { by: 'press', why: 'It spends.' },
  'requests.list': 'free',
  'requests.receipt': 'free',
  'requests.cancel': 'free',
  'requests.lookNow': 'free',
  'requests.decide': { by: 'press', why: 'Some of the choices spend.' },
  'requests.fetchMore': { by: 'act', why: 'Files beyond orders fill the disk.' },
  // A price at most: what it quotes is approved by `orders.approve`.
  'requests.retry': 'free',
  'requests.copyAgain': 'free',
  'queue.move': 'free',
  'queue.caps': 'free',
  'queue.setCaps': { by: 'dialog', why: 'Raised, more may be spent, and what a cap had stopped is sent.' },
  'queue.pause': 'free',
  'queue.resume': { by: 'dialog', why: 'A pause holds back what was ordered; what waits is sent, and paid.' },
  'library.open': 'free',
  'library.count': 'free',
  'library.saveSearch': { by: 'act', why: 'The search that had the name before is gone for good.' },
  'library.renameSearch': { by: 'act', why: 'The name before is gone for good.' },
  'library.dropSearch': { by: 'act', why: 'It is gone for good.' },
  'library.shape': 'free',
  'library.slice': 'free',
  'library.sync': 'free',
  'library.place': 'free',
  'library.files': 'free',
  'library.items': 'free',
  'library.details': 'free',
  'library.facets': 'free',
  'library.trash': {
    by: 'act',
    above: mostMarkedFreely,
    why: 'Which ones were there before nobody can tell any more, once it cannot be undone.',
  },
  'library.restore': { by: 'act', above: mostMarkedFreely, why: 'As library.trash.' },
  'library.mark': {
    by: 'act',
    above: mostMarkedFreely,
    why: 'What people said of all their pictures is gone, once it cannot be undone.',
  },
  'library.placeNow': 'free',
  'library.move': 'free',
  'library.pointTo': 'free',
  'library.stopTask': 'free',
  'library.goOn': 'free',
  'library.giveUpMove': { by: 'act', why: 'Copies of hours are gone.' },
  'library.endTask': 'free',
  'library.check': 'free',
  'library.lookForMissing': 'free',
  'library.findMissing': 'free',
  'library.fetchAgain': 'free',
  'library.undo': { by: 'act', why: 'What was marked is gone for good: nothing is done again.' },
  'library.makeCollection': 'free',
  'library.renameCollection': { by: 'act', why: 'The name before is gone for good.' },
  'library.dropCollection': { by: 'act', why: 'It is gone for good, and which pictures were in it.' },
  'library.get': 'free',
  'library.find': 'free',
  'library.startTouchUp': 'free',
  'library.touchUp': { by: 'act', why: 'Pictures come into the library until its disk is full.' },
  'library.remove': { by: 'dialog', why: 'Paid pictures leave the library for good.' },
  'library.export': 'free',
  'library.copyPicture': { by: 'act', why: 'What a person has on the clipboard is gone.' },
  'library.dragOut': { by: 'act', why: 'Files lie under the pointer, to be dropped into whatever program.' },
  'library.showInFolder': { by: 'act', why: 'As app.showFolder.' },
  'exports.now': 'free',
  'exports.sample': 'free',
  'exports.pause': 'free',
  'exports.resume': 'free',
  'exports.stop': 'free',
  'exports.dismiss': 'free',
  'exports.showInFolder': { by: 'act', why: 'As app.showFolder.' },
  'exports.presets': 'free',
  'exports.keepPreset': { by: 'act', why: 'The preset that had the name before is gone for good.' },
  'exports.dropPreset': { by: 'act', why: 'It is gone for good.' },
  'prompts.history': 'free',
  'prompts.orderOf': 'free',
  'skills.orderOf': 'free',
  'gallery.look': 'free',
  'gallery.list': 'free',
  'gallery.get': 'free',
  'gallery.forget': { by: 'act', why: 'Its files are gone, and the service may have them no more.' },
  'projects.view': 'free',
  'projects.choose': 'free',
  'projects.file': 'free',
  'ledger.view': 'free',
  'ledger.rows': 'free',
  'ledger.export': 'free',
  'presets.export': 'free',
  'presets.import': 'free',
  'watch.list': 'free',
  'watch.price': 'free',
  'watch.priceOf': 'free',
  'watch.setUp': { by: 'dialog', why: 'What comes into a folder is sent and paid by itself.' },
  'watch.switchOn': { by: 'dialog', why: 'As watch.setUp.' },
  'watch.pause': 'free',
  'watch.remove': { by: 'act', why: 'What it was set up with is gone for good.' },
  'watch.lookNow': 'free',
  'drafts.load': 'free',
  'drafts.save': 'free',
} as const satisfies Record<CallName, Right>

/** The calls that need such a right. */
export type CallsBy<B extends 'press' | 'dialog' | 'act'> = {
  [N in CallName]: (typeof rights)[N] extends { by: B } ? N : never
}[CallName]

/** One function a call that needs such a right. */
export type ByCall<B extends 'press' | 'dialog', R> = { [N in CallsBy<B>]: (input: CallInput<N>) => R }
