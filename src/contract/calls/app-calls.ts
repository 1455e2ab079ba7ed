import { z } from 'zod'
import { about } from '../about.ts'
import { appSnapshot, theme } from '../app.ts'
import { contextActId, contextMenu } from '../context-acts.ts'
import { text } from '../fields.ts'
import { hostsChanged, hostsView } from '../hosts.ts'
import { backupView, contrast, language, restored } from '../settings.ts'
import { updatesView } from '../updates.ts'
import { cap, defineCall, nothing } from './call.ts'

export const appCallSchemas = {
  'app.snapshot': defineCall('main', nothing, appSnapshot),
  'app.startPractice': defineCall('main', nothing, appSnapshot),
  /**
   * Changes the service's address; a new address means a new key. Answers under the base that was taken, or says in words
   * why it was not. `withKeptKey`: only where this computer holds a key for it (else the code is `key-form`).
   */
  'app.useService': defineCall(
    'main',
    z.object({ address: text(2048), withKeptKey: z.boolean().optional() }),
    appSnapshot,
  ),
  /** What is left out stays. */
  'app.setTheme': defineCall(
    'main',
    z.object({ theme: theme.optional(), contrast: contrast.optional(), language: language.optional() }),
    appSnapshot,
  ),
  /** Above so many credits an order is asked about in a dialog of the system. */
  'app.setAskAbove': defineCall('main', z.object({ credits: cap }), appSnapshot),
  /** Checked first; then everything goes on over the new way. Whom to trust is chosen by a person alone, below. */
  'app.setNetwork': defineCall(
    'main',
    z.object({ proxy: text(2048).optional(), trustNoOther: z.literal(true).optional() }),
    appSnapshot,
  ),
  /** Opens the system's dialog for a file with certificates to trust; null where none was chosen. */
  'app.chooseCertificates': defineCall('main', nothing, appSnapshot.nullable()),
  /** Version, runtimes, and the licences of everything that is shipped. */
  'app.about': defineCall('main', nothing, about),
  /** A menu of the system's at a point of the window; the act that was chosen, null for none. */
  'app.contextMenu': defineCall('main', contextMenu, contextActId.nullable()),
  'app.showFolder': defineCall('main', z.object({ which: z.enum(['library', 'home']) }), nothing),
  /** Onto the clipboard. */
  'app.copyText': defineCall('main', z.object({ text: text(100_000) }), nothing),

  /** Where newer versions are looked for, and what was found. */
  'updates.view': defineCall('main', nothing, updatesView),
  /** What is left out stays; an address of null is the package's own again. A sentence where an address cannot be used. */
  'updates.set': defineCall(
    'main',
    z.object({ address: text(2048).nullable().optional(), on: z.boolean().optional() }),
    updatesView,
  ),
  /** Asks the address now; what comes of it is told by `updates.changed`. */
  'updates.check': defineCall('main', nothing, updatesView),
  /** Restarts into the downloaded version, as soon as nothing unfinished stands in the way; false: not any more. */
  'updates.install': defineCall('main', z.object({ wanted: z.boolean() }), updatesView),

  /** Hosts inside a private network that results may be fetched from. */
  'hosts.list': defineCall('engine', nothing, hostsView),
  /** A permission, which a person gives. */
  'hosts.allow': defineCall('engine', z.object({ host: text(300) }), hostsChanged),
  'hosts.forget': defineCall('engine', z.object({ host: text(300) }), hostsChanged),

  'backups.list': defineCall('engine', nothing, z.array(backupView)),
  /** Makes one now, where anything has changed since the last. */
  'backups.make': defineCall('engine', nothing, z.object({ isMade: z.boolean(), backups: z.array(backupView) })),
  /** Sets the database aside and puts a copy in its place; the journal brings every later step back. */
  'backups.restore': defineCall('main', z.object({ name: text(200) }), restored),

  /** What diagnostics hold, as it would be saved: no key; prompts and file names only when asked. */
  'diagnostics.read': defineCall('main', z.object({ withPrompts: z.boolean() }), z.object({ text: z.string() })),
  'diagnostics.save': defineCall(
    'main',
    z.object({ withPrompts: z.boolean() }),
    z.object({ path: z.string() }).nullable(),
  ),
} as const
