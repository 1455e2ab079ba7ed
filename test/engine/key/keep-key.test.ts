import { beforeEach, describe, expect, it } from 'vitest'
import { type Client, startPractice } from '../../practice/support/practice.ts'
import { MemoryKeychain } from '../../support/memory-keychain.ts'
import { newRig, type Rig, scale } from '../queue/support/rig.ts'

describe('a key that is to be kept', () => {
  let practice: Client
  let keychain: MemoryKeychain
  let rig: Rig
  const unknown = `svc_sk_${'N0'.repeat(16)}`

  beforeEach(async () => {
    practice = await startPractice({ timeScale: scale })
    keychain = new MemoryKeychain()
    rig = await newRig(practice, { environmentKey: null, keychain: keychain.open })
  })

  it('is shown to the service by a look-up that costs nothing, and kept when that is answered (O49, O50)', async () => {
    const kept = await rig.calls['key.set']({ key: practice.key(0) })
    expect(kept).toMatchObject({ where: 'keychain', checked: 'accepted' })
    expect(kept.words).toContain('The service accepts it')
    expect([...keychain.entries.values()]).toEqual([practice.key(0)])
    expect((await practice.ledger()).entries).toEqual([])
  })

  it('is not kept where the service refuses it, and the one before stays (O11, O117)', async () => {
    await rig.calls['key.set']({ key: practice.key(0) })
    await expect(rig.calls['key.set']({ key: unknown })).rejects.toThrow(/does not accept this key.*not kept/)
    expect(rig.engine.key.key).toBe(practice.key(0))
    expect([...keychain.entries.values()]).toEqual([practice.key(0)])
  })

  it.each([
    ['a fault of the service', { fault: 'status', status: 503 }],
    ['a 401 without a word, from something on the way', { fault: 'status', status: 401, body: {} }],
    ['another 404', { fault: 'status', status: 404, body: { error: 'no such page' } }],
    ['a lost answer', { fault: 'lost-before' }],
  ])('is kept and said to be unchecked after %s', async (_, fault) => {
    await practice.faults({ match: { path: '/api/generate/v2/requests/*' }, times: 1, ...fault })
    const kept = await rig.calls['key.set']({ key: practice.key(0) })
    expect(kept).toMatchObject({ where: 'keychain', checked: 'unchecked' })
    expect(kept.words).toContain('It is not checked')
  })

  it('is kept unchecked where nobody answers', async () => {
    const alone = await newRig(practice, {
      service: 'http://127.0.0.1:9',
      environmentKey: null,
      keychain: keychain.open,
    })
    const kept = await alone.calls['key.set']({ key: unknown })
    expect(kept).toMatchObject({ where: 'keychain', checked: 'unchecked' })
    expect(kept.words).toContain('Nothing answers')
    expect(alone.engine.key.key).toBe(unknown)
  })
})
