import { z } from 'zod'
import { givenName } from '../../domain/naming/given-name.ts'
import { keyStatus } from '../app.ts'
import { text } from '../fields.ts'
import { newToken, tokenUse, tokenView } from '../settings.ts'
import { defineCall, nothing } from './call.ts'

const accountSession = z.object({ service: text(2048), session: text(8192) })

export const keyCallSchemas = {
  /**
   * Keys of the account (service.md §4.6). `session`: a logged-in browser's token, used for the one call and kept nowhere;
   * it goes to `service` alone, whichever one the app works with by then.
   */
  'tokens.list': defineCall('engine', accountSession, z.array(tokenView)),
  'tokens.usage': defineCall('engine', accountSession.extend({ id: text(200) }), z.array(tokenUse)),
  'tokens.revoke': defineCall('engine', accountSession.extend({ id: text(200) }), nothing),
  /** The new value goes to the clipboard, never to the window. */
  'tokens.create': defineCall('main', accountSession.extend({ name: givenName(100) }), newToken),
  /** The value of the last one that was made, again to the clipboard: for as long as main has it (src/main/new-key.ts). */
  'tokens.copyNew': defineCall('main', nothing, nothing),
  /** Sets the last one that was made as the key, as `key.set` would. */
  'tokens.useNew': defineCall('main', nothing, keyStatus),
  /**
   * Checks the key's form, asks the service whether it takes it, and stores it in the keychain (else holds it for this
   * session, and says so). A refused one is not kept; without an answer it is kept, unchecked. The one before stays held
   * for its open requests. `service`: the one that the key belongs to; it is handed to no other.
   */
  'key.set': defineCall('engine', z.object({ key: text(400), service: text(2048).optional() }), keyStatus),
  /** `all`: with every key that is held for open requests. Without it the key itself stays held for its own. */
  'key.clear': defineCall('engine', z.object({ all: z.boolean() }), keyStatus),
} as const
