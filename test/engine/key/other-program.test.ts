import { beforeEach, describe, expect, it } from 'vitest'
import { type Client, startPractice } from '../../practice/support/practice.ts'
import { MemoryKeychain, noKeychain } from '../../support/memory-keychain.ts'
import { chargesOf, newRig, postsOf, type Rig, scale } from '../queue/support/rig.ts'

describe('a key that another program has set since', () => {
  let practice: Client
  let keychain: MemoryKeychain
  let rig: Rig
  /** As the terminal does it, beside this window. */
  const setBeside = (key: string): void => keychain.write(rig.engine.origin, key)
  const revoke = async (index: number): Promise<void> => {
    const session = practice.practice.sessionToken
    const { body } = await practice.get('/api/tokens', session)
    const tokens = body as unknown as { id: string; token_value: string }[]
    const mine = tokens.find(({ token_value }) => practice.key(index).startsWith(token_value.slice(0, 11)))
    expect((await practice.delete(`/api/tokens/${mine?.id}`, session)).status).toBe(200)
  }
  const receiptOf = (id: string) => rig.engine.store.receipts.get(id)

  beforeEach(async () => {
    practice = await startPractice({ timeScale: scale })
    keychain = new MemoryKeychain()
    rig = await newRig(practice, { environmentKey: null, keychain: keychain.open })
    await rig.calls['key.set']({ key: practice.key(0) })
    rig.engine.driver.start()
  })

  it('is what the next order is made and paid with (O11, A35)', async () => {
    const first = rig.engine.key.fingerprint
    await revoke(0)
    setBeside(practice.key(1))
    const id = await rig.orderPicture()
    expect(receiptOf(id)?.keyFingerprint).not.toBe(first)
    expect(await rig.ended(id)).toMatchObject({ state: 'completed' })
    expect(rig.engine.status().key.fingerprint).toBe(rig.engine.key.fingerprint?.slice(0, 4))
  })

  it('is looked with where the one that was set is refused, and nobody is asked (A36, O50)', async () => {
    await practice.faults({ match: { method: 'GET', path: '/api/generate/v2/status/*' }, fault: 'lost-before' })
    const id = await rig.orderPicture()
    await rig.until(id, (view) => view.state === 'running')
    setBeside(practice.key(1))
    await revoke(0)
    await practice.faults()
    const over = await rig.until(id, (view) => view.decision !== null || view.state === 'completed')
    expect(over).toMatchObject({ state: 'completed', decision: null })
    expect(await chargesOf(practice, id)).toHaveLength(1)
  })

  it('does not send again what was refused under the first one: that is a new order, by a person (I2, I4)', async () => {
    rig.engine.driver.pause(true)
    const id = await rig.orderPicture()
    setBeside(practice.key(1))
    await revoke(0)
    rig.engine.driver.pause(false)
    const asked = await rig.until(id, (view) => view.decision !== null)
    expect(asked.decision).toMatchObject({ kind: 'key', mayHaveCharged: false })
    expect(await chargesOf(practice, id)).toEqual([])
    expect(await postsOf(practice, id)).toEqual([])
    expect(rig.engine.key.key).toBe(practice.key(1))
  })

  it('may be none: then there is no order, and the status says so', async () => {
    keychain.remove(rig.engine.origin)
    await expect(rig.orderPicture()).rejects.toThrow('There is no key')
    expect(rig.engine.status().key).toMatchObject({ where: 'none', fingerprint: null })
  })

  it('is not believed to be gone where the keychain does not answer', async () => {
    keychain.remove(rig.engine.origin)
    let opened = 0
    keychain.state = () => {
      opened += 1
      return noKeychain()
    }
    expect(await rig.engine.readKeyAnew()).toBe(false)
    expect(opened).toBe(1)
    expect(rig.engine.key.key).toBe(practice.key(0))
  })

  it('takes no place of one that the environment gave (O11)', async () => {
    const other = await newRig(practice, { environmentKey: practice.key(1), keychain: keychain.open })
    keychain.write(other.engine.origin, practice.key(2))
    expect(await other.engine.readKeyAnew()).toBe(false)
    expect(other.engine.key.key).toBe(practice.key(1))
  })
})
