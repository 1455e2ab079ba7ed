import { beforeEach, describe, expect, it } from 'vitest'
import type { KeyStatus } from '../../../src/contract/app.ts'
import type { KeychainState } from '../../../src/engine/key/keychain.ts'
import type { Fault } from '../../../src/practice/control/faults.ts'
import { type Client, startPractice } from '../../practice/support/practice.ts'
import { MemoryKeychain, noKeychain } from '../../support/memory-keychain.ts'
import { chargesOf, newRig, postsOf, type Rig, scale } from '../queue/support/rig.ts'

const runs = '/api/skills/remove-bg/run'
const status = '/api/skills/status'

describe('a key that is replaced while requests of it are open', () => {
  let practice: Client
  let keychain: MemoryKeychain
  let rig: Rig

  const open = (home?: string, opener: () => Promise<KeychainState> = keychain.open): Promise<Rig> =>
    newRig(practice, { environmentKey: null, keychain: opener, ...(home ? { home } : {}) })
  const keyStatus = (): KeyStatus => rig.engine.status().key
  const oldEntries = (): string[] => [...keychain.entries.keys()].filter((account) => account !== rig.engine.origin)
  const asked = async (path: string): Promise<number> => {
    const answer = await fetch(`${practice.practice.control}/state`)
    const { endpoints } = (await answer.json()) as { endpoints: Record<string, number> }
    return Object.entries(endpoints).reduce((sum, [name, times]) => (name.includes(path) ? sum + times : sum), 0)
  }
  /** Ordered, taken by the service, and not heard of: its look-ups are lost until `comesThrough`. */
  const lose = async (kind: 'cutout' | 'picture', more: Fault[] = []): Promise<string> => {
    const post = kind === 'cutout' ? runs : '/api/generate/v2'
    const look = kind === 'cutout' ? status : '/api/generate/v2/requests/*'
    await practice.faults(
      { match: { method: 'POST', path: post }, times: 1, fault: 'lost-after' },
      { match: { method: 'GET', path: look }, fault: 'lost-before' },
      ...more,
    )
    rig.engine.driver.start()
    const id = await (kind === 'cutout' ? rig.orderCutout() : rig.orderPicture())
    await rig.until(id, (view) => view.state === 'uncertain')
    return id
  }
  const comesThrough = (...faults: Fault[]): Promise<void> => practice.faults(...faults)
  const revoke = async (index: number): Promise<void> => {
    const session = practice.practice.sessionToken
    const { body } = await practice.get('/api/tokens', session)
    const tokens = body as unknown as { id: string; token_value: string }[]
    const mine = tokens.find(({ token_value }) => practice.key(index).startsWith(token_value.slice(0, 11)))
    expect((await practice.delete(`/api/tokens/${mine?.id}`, session)).status).toBe(200)
  }

  beforeEach(async () => {
    practice = await startPractice({ timeScale: scale })
    keychain = new MemoryKeychain()
    rig = await open()
    await rig.engine.key.set(practice.key(0))
  })

  it('is held for a Skill run of its own, which comes home with it, and is let go of after that (O117, A35, I3, I4)', async () => {
    const id = await lose('cutout')
    const old = rig.engine.key.fingerprint?.slice(0, 4)
    expect(keyStatus()).toMatchObject({ open: 1, others: [] })
    const handovers = await rig.engine.key.set(practice.key(1))
    expect(handovers).toMatchObject([{ open: 1, unsent: 0, where: 'keychain' }])
    expect(oldEntries()).toHaveLength(1)
    expect(keyStatus()).toMatchObject({ open: 0, others: [{ fingerprint: old, open: 1, where: 'keychain' }] })
    expect(keyStatus().others[0]?.words).toMatch(/kept in the keychain for its 1 open request.*nothing is ever sent/)
    await comesThrough()
    expect(await rig.ended(id)).toMatchObject({ state: 'completed', decision: null })
    expect(await postsOf(practice, id)).toHaveLength(1)
    expect(await chargesOf(practice, id)).toHaveLength(1)
    expect([...keychain.entries]).toEqual([[rig.engine.origin, practice.key(1)]])
    expect(keyStatus()).toMatchObject({ open: 0, others: [] })
  })

  it('looks its generation up too, of which another account’s key would know nothing (O50, A35)', async () => {
    const id = await lose('picture')
    await rig.engine.key.set(practice.key(2))
    await comesThrough()
    expect(await rig.ended(id)).toMatchObject({ state: 'completed', decision: null })
    expect(await postsOf(practice, id)).toHaveLength(1)
    expect(oldEntries()).toEqual([])
  })

  it('is held when it is forgotten too, and pays for nothing: without a key there is no new order (A35)', async () => {
    const id = await lose('cutout')
    expect(await rig.engine.key.clear()).toMatchObject([{ open: 1, where: 'keychain' }])
    expect(keyStatus()).toMatchObject({ where: 'none', fingerprint: null, others: [{ open: 1 }] })
    await expect(rig.orderPicture('another')).rejects.toThrow('There is no key')
    await comesThrough()
    expect(await rig.ended(id)).toMatchObject({ state: 'completed', decision: null })
    expect(await asked('POST /api/generate/v2')).toBe(0)
    expect(keychain.entries.size).toBe(0)
  })

  it('does not carry an order of its own that had not gone out, and says that it waits (A35, I4)', async () => {
    rig.engine.driver.pause(true)
    const unsent = await rig.orderPicture()
    const [handover] = await rig.engine.key.set(practice.key(1))
    expect(handover).toMatchObject({ open: 1, unsent: 1 })
    expect(keyStatus().others[0]?.words).toContain('None of them was sent yet')
    rig.engine.driver.start()
    rig.engine.driver.pause(false)
    const asks = await rig.until(unsent, (view) => view.decision !== null)
    expect(asks.decision).toMatchObject({ kind: 'key', mayHaveCharged: false })
    expect(await postsOf(practice, unsent)).toEqual([])
    await rig.calls['requests.decide']({ id: unsent, choice: 'leave' })
    await rig.ended(unsent)
    expect(oldEntries()).toEqual([])
  })

  it('is not used on once the service refuses it; a person who looks again has it tried once more (O11, A35, A36)', async () => {
    const id = await lose('cutout')
    await rig.engine.key.set(practice.key(1))
    await revoke(0)
    await comesThrough()
    const asks = await rig.until(id, (view) => view.decision !== null)
    expect(asks.decision).toMatchObject({ kind: 'key', mayHaveCharged: true })
    expect(keyStatus().others).toMatchObject([{ open: 1, isRefused: true }])
    const own = rig.engine.store.receipts.get(id)?.keyFingerprint ?? ''
    expect(rig.engine.key.forLooking(own)).toBeNull()
    const before = await asked(status)
    rig.engine.driver.added()
    await rig.calls['requests.decide']({ id, choice: 'look-again' })
    await rig.until(id, (view) => view.decision !== null)
    expect(await asked(status)).toBe(before + 1)
    await rig.calls['requests.decide']({ id, choice: 'leave' })
    await rig.ended(id)
    expect(oldEntries()).toEqual([])
    expect(await postsOf(practice, id)).toHaveLength(1)
  })

  it('leaves a generation to the key that is set, once the service refuses it (O50, O11, A35)', async () => {
    const id = await lose('picture')
    await rig.engine.key.set(practice.key(1))
    await revoke(0)
    await comesThrough()
    expect(await rig.ended(id)).toMatchObject({ state: 'completed', decision: null })
    expect(await postsOf(practice, id)).toHaveLength(1)
  })

  it('is found in the keychain by the next program, and an entry that nothing is open for is removed (O117, A35)', async () => {
    const id = await lose('cutout')
    await rig.engine.key.set(practice.key(1))
    await rig.close()
    const next = await open(rig.home)
    rig = next
    await next.engine.key.load()
    expect(keyStatus()).toMatchObject({ where: 'keychain', others: [{ open: 1, where: 'keychain' }] })
    await comesThrough()
    next.engine.driver.start()
    expect(await next.ended(id)).toMatchObject({ state: 'completed' })
    // Its end was seen by a program that knew nothing of the entry.
    keychain.write(`${next.engine.origin} ${next.engine.store.receipts.get(id)?.keyFingerprint}`, practice.key(0))
    next.engine.store.keyValues.setNote(
      `held-keys:${next.engine.origin}`,
      next.engine.store.receipts.get(id)?.keyFingerprint ?? '',
    )
    await next.close()
    rig = await open(rig.home)
    await rig.engine.key.load()
    expect(oldEntries()).toEqual([])
  })

  it('set again is the key as before: what waited for it is looked up by itself (O117, A35)', async () => {
    const id = await lose('cutout')
    await rig.engine.key.clear(true)
    expect(keychain.entries.size).toBe(0)
    expect(keyStatus().others).toMatchObject([{ open: 1, where: 'nowhere' }])
    await comesThrough()
    await rig.calls['key.set']({ key: practice.key(1) })
    await rig.until(id, (view) => view.decision !== null)
    await rig.calls['key.set']({ key: practice.key(0) })
    expect(await rig.ended(id)).toMatchObject({ state: 'completed' })
    expect(await postsOf(practice, id)).toHaveLength(1)
    expect([...keychain.entries]).toEqual([[rig.engine.origin, practice.key(0)]])
  })

  it('is held in memory where there is no keychain, or where that does not take it (A35)', async () => {
    const id = await lose('cutout')
    keychain.refuses = (account) => account !== rig.engine.origin
    const [handover] = await rig.engine.key.set(practice.key(1))
    expect(handover).toMatchObject({ open: 1, where: 'session' })
    await comesThrough()
    expect(await rig.ended(id)).toMatchObject({ state: 'completed' })
    expect(keyStatus().others).toEqual([])

    const bare = await open(undefined, noKeychain)
    rig = bare
    await bare.engine.key.set(practice.key(0))
    const other = await lose('cutout')
    expect(await bare.engine.key.set(practice.key(1))).toMatchObject([{ where: 'session' }])
    await comesThrough()
    expect(await bare.ended(other)).toMatchObject({ state: 'completed', decision: null })
  })
})
