import { describe, expect, it } from 'vitest'
import type { KeychainState } from '../../../src/engine/key/keychain.ts'
import { startPractice } from '../../practice/support/practice.ts'
import { noKeychain } from '../../support/memory-keychain.ts'
import { newRig, scale } from '../queue/support/rig.ts'

const lockedKeychain = async (): Promise<KeychainState> => ({
  state: 'unavailable',
  unreadable: true,
  message: 'This computer’s keychain is locked.',
})

describe('an order without a key', () => {
  const rigWith = async (keychain: typeof noKeychain) =>
    newRig(await startPractice({ timeScale: scale }), { environmentKey: null, keychain })

  it('is not taken, and says what to do (O11)', async () => {
    const rig = await rigWith(noKeychain)
    await expect(rig.orderPicture()).rejects.toThrow(
      'There is no key for this service. Nothing was sent or charged. Set one in Settings',
    )
    expect(rig.engine.store.receipts.list({})).toEqual([])
  })

  it('does not say that there is none where the keychain is locked: another in its place is not the way out', async () => {
    const rig = await rigWith(lockedKeychain)
    await expect(rig.orderPicture()).rejects.toThrow(
      /^This computer’s keychain does not give out the key of this service\. Nothing was sent or charged\. Unlock it/,
    )
    expect(rig.engine.store.receipts.list({})).toEqual([])
  })
})
