import type { Engine } from '../engine.ts'
import { keyIn } from '../key/key-form.ts'
import type { Handover } from '../key/key-words.ts'
import { CallError } from '../platform/call-error.ts'

/** The service does not take the key. */
class KeyRefusedError extends CallError {
  override name = 'KeyRefusedError'
  constructor(message: string) {
    super('key-refused', message)
  }
}

/**
 * Asks the service about a key, by a look-up that costs nothing, and keeps it. Where nobody answers it is kept unchecked:
 * a key may be set before there is a network.
 * @returns what became of the keys that it replaced, where requests of theirs are open
 * @throws KeyFormError, KeyRefusedError with a sentence; the key that was set before stays then
 */
export async function keepKey({ key, service, driver }: Engine, text: string): Promise<Handover[]> {
  const wanted = keyIn(text)
  const said = await service.checkKey(wanted)
  if (said.type === 'refused')
    throw new KeyRefusedError(
      'The service does not accept this key: it was revoked, or belongs to another service. It was not kept, and what was set before stays. Nothing was sent or charged. Make a new one in your account.',
    )
  const handovers = await key.set(wanted, {
    result: said.type,
    words:
      said.type === 'accepted'
        ? 'The service accepts it: it answered a look-up that costs nothing.'
        : `It is not checked: ${said.reason} The next look or order shows whether the service takes it.`,
  })
  // What waits for this very key is looked up again.
  driver.added()
  return handovers
}
