import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { joinWorkers, readWorkers, signOff, signOn } from '../../../src/engine/studio/workers.ts'
import { describeStudio, newStudio } from './support/studio.ts'

const aliveMs = 15_000

describeStudio('workers that begin', (server) => {
  it('under another key than one that lives are refused, in words that name it and both keys (S13)', async () => {
    const { database } = await newStudio(server())
    const join = (name: string, keyFingerprint: string, session = randomUUID()) =>
      joinWorkers(database, { session, name, keyFingerprint }, aliveMs)
    const one = randomUUID()
    await join('one', '1a2b3c4d', one)
    await join('two', '1a2b3c4d')
    await expect(join('three', '5e6f7a8b')).rejects.toThrow(
      /The worker one .* under the key 1a2b, and this one holds the key 5e6f.*end all workers first/,
    )
    expect((await readWorkers(database)).map(({ name, key }) => [name, key])).toEqual([
      ['one', '1a2b3c4d'],
      ['two', '1a2b3c4d'],
    ])
    // Ended in order, or silent for so long that others have taken what it held: it is in nobody's way.
    await signOff(database, one)
    await database.rows(`UPDATE workers SET seen_at = seen_at - interval '20 seconds' WHERE name = 'two'`)
    await join('three', '5e6f7a8b')
    await expect(join('one', '1a2b3c4d')).rejects.toThrow('The worker three')
    // A beat says nothing of the key, and takes nothing from it.
    const three = (await readWorkers(database)).find(({ name }) => name === 'three')
    await signOn(database, { session: three?.session ?? '', name: 'three', reachesService: true })
    await expect(join('one', '1a2b3c4d')).rejects.toThrow('The worker three')
  })

  it('at the same time under two keys: one of them begins (S13)', async () => {
    const { database } = await newStudio(server())
    for (let n = 0; n < 10; n += 1) {
      await database.rows('DELETE FROM workers')
      const joins = ['1a2b', '3c4d', '5e6f'].map((keyFingerprint) =>
        joinWorkers(database, { session: randomUUID(), name: keyFingerprint, keyFingerprint }, aliveMs),
      )
      const settled = await Promise.allSettled(joins)
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
  })
})
