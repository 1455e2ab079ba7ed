import { describe, expect, it } from 'vitest'
import { fingerprintOf } from '../../../src/engine/key/fingerprint.ts'
import { KeyFormError } from '../../../src/engine/key/key-form.ts'
import { KeyHolder } from '../../../src/engine/key/key-holder.ts'
import { MemoryKeychain, noKeychain } from '../../support/memory-keychain.ts'

const unasked = (): never => {
  throw new Error('the keychain is not asked')
}
const key = `svc_sk_${'Az09_-.~'.repeat(4)}`

describe('a key', () => {
  it.each([
    ['', 'nothing'],
    ['svc_sk_short', 'a short one'],
    [`${key}x`, 'one too long'],
    [key.replace('svc_sk_', 'svc_pk_'), 'another kind'],
    [`svc_sk_${'•'.repeat(32)}`, 'a masked one'],
    [`svc_sk_${'a'.repeat(31)}é`, 'one that cannot stand in a header'],
    [`svc_sk_${'a'.repeat(31)}\u0000`, 'one with a control character'],
    [`${key.slice(0, 20)} ${key.slice(20, 38)}`, 'one with a space in it'],
  ])('is not %j (%s); the words do not repeat it (A33)', async (text) => {
    const holder = new KeyHolder('https://service.test', 'salt')
    const error = await holder.set(text).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(KeyFormError)
    if (text.length > 10) expect(String(error)).not.toContain(text.slice(8))
    expect(holder.key).toBeNull()
  })

  it('is not the token of a session: what a session pays for with free credits is never ours (O8, O51)', async () => {
    const holder = new KeyHolder('https://service.test', 'salt')
    for (const session of ['sess_0123456789abcdef0123456789abcdef', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.c2ln'])
      await expect(holder.set(session)).rejects.toThrow(KeyFormError)
    expect(holder.key).toBeNull()
  })

  it.each([
    'sess_0123456789abcdef0123456789abcdef',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.c2ln',
    'svc_sk_short',
    `${key} ${key}`,
  ])(
    'of the environment is checked the same way: %s is not used, and no other one in its place (O8, O51)',
    async (text) => {
      const holder = new KeyHolder('https://service.test', 'salt', { keychain: unasked })
      holder.hold(text, 'environment')
      await holder.load()
      expect(holder.key).toBeNull()
      expect(holder.status()).toMatchObject({ where: 'none', fingerprint: null })
      expect(holder.status().words).toMatch(/PRINTROOM_API_KEY holds no key/)
      expect(holder.status().words).not.toContain(text.slice(7))
    },
  )

  it('that is held in memory is handed to the next engine of its service, with those that it replaced, and wins over the keychain’s (W1, A35)', async () => {
    const [first, second] = [`svc_sk_${'a'.repeat(32)}`, `svc_sk_${'b'.repeat(32)}`]
    const open = () => new Map([[fingerprintOf(first, 'salt'), { open: 1, unsent: 0 }]])
    const books = { open, held: () => [], setHeld: () => undefined }
    const bare = new KeyHolder('https://service.test', 'salt', { books, keychain: noKeychain })
    await bare.set(first)
    await bare.set(second)
    expect(bare.sessionKeys).toEqual({ key: second, old: [first] })

    const keychain = new MemoryKeychain()
    keychain.entries.set('https://service.test', key)
    const next = new KeyHolder('https://service.test', 'salt', {
      books,
      keychain: keychain.open,
      session: bare.sessionKeys,
    })
    // It may have to give them on before the keychain has said anything.
    expect(next.sessionKeys).toEqual(bare.sessionKeys)
    expect(next.mayHold).toBe(true)
    await next.load()
    expect(next.key).toBe(second)
    expect(next.forLooking(fingerprintOf(first, 'salt'))).toBe(first)
    expect(next.status()).toMatchObject({ where: 'session', others: [{ where: 'session' }] })
  })

  it('that the keychain has, or that there is none, leaves nothing to hand over (W1)', async () => {
    const keychain = new MemoryKeychain()
    const holder = new KeyHolder('https://service.test', 'salt', { keychain: keychain.open })
    expect(holder.mayHold).toBe(true)
    await holder.load()
    expect(holder.mayHold).toBe(false)
    await holder.set(key)
    expect(holder.mayHold).toBe(true)
    expect(holder.sessionKeys).toEqual({ key: null, old: [] })
  })

  it('of the environment is taken without the line end of its file (O51)', () => {
    const holder = new KeyHolder('https://service.test', 'salt')
    holder.hold(`${key}\r\n`, 'environment')
    expect(holder.key).toBe(key)
  })

  it('that is handed in is held, never stored, and named without being given away (O10, A35)', () => {
    const holder = new KeyHolder('https://service.test', 'salt')
    expect(holder.status()).toMatchObject({ where: 'none', fingerprint: null })
    holder.hold(key, 'environment')
    expect(holder.key).toBe(key)
    expect(holder.status()).toMatchObject({ where: 'environment', fingerprint: holder.fingerprint?.slice(0, 4) })
    expect(JSON.stringify(holder.status())).not.toContain(key.slice(8, 20))
  })

  it('is known to be held for another service too, by its very address and where the keychain gives it out (A35)', async () => {
    const keychain = new MemoryKeychain()
    const [mine, other] = ['https://service.test/a', 'https://service.test/b']
    await new KeyHolder(other, 'salt', { keychain: keychain.open }).set(key)
    const holder = new KeyHolder(mine, 'salt', { keychain: keychain.open })
    const held = (): Promise<boolean[]> =>
      Promise.all([mine, other, 'https://service.test'].map((service) => holder.holdsKeyOf(service)))
    expect(await held()).toEqual([false, true, false])
    holder.hold(key, 'practice')
    expect(await held()).toEqual([true, true, false])
    expect(await new KeyHolder(mine, 'salt', { keychain: noKeychain }).holdsKeyOf(other)).toBe(false)
  })
})

describe('a fingerprint', () => {
  it('is the same for one key in one home, and tells keys and homes apart (O117, A35, I4)', () => {
    const one = fingerprintOf(key, 'a')
    expect(fingerprintOf(key, 'a')).toBe(one)
    expect(fingerprintOf(key, 'b')).not.toBe(one)
    expect(fingerprintOf(`${key.slice(0, -1)}x`, 'a')).not.toBe(one)
    expect(one).toMatch(/^[0-9a-f]{16}$/)
  })

  it('changes with the key that is held', () => {
    const holder = new KeyHolder('https://service.test', 'salt')
    holder.hold(key, 'environment')
    const first = holder.fingerprint
    holder.hold(`${key.slice(0, -1)}x`, 'environment')
    expect(holder.fingerprint).not.toBe(first)
  })
})
