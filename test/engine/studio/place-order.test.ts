import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sha256Of } from '../../../src/engine/platform/checksum.ts'
import { openCommands } from '../../../src/engine/studio/commands.ts'
import { openFileStore } from '../../../src/engine/studio/open-file-store.ts'
import { personNamed } from '../../../src/engine/studio/people.ts'
import { placeOrder } from '../../../src/engine/studio/place-order.ts'
import { newFolder } from '../../support/folders.ts'
import { describeStudio, newReceipts, newStudio } from './support/studio.ts'

describeStudio('an order that is placed in a studio', (server) => {
  it('is one order however often it is placed under its number, and its pictures lie in the file store (I2)', async () => {
    const { database } = await newStudio(server())
    const files = openFileStore(newFolder())
    const person = await personNamed(database, 'Ann')
    if (person === null) throw new Error('no Ann')
    const path = join(newFolder(), 'sea.png')
    const bytes = Buffer.from('the sea')
    writeFileSync(path, bytes)
    const sha256 = sha256Of(bytes)
    const source = { path, name: 'sea.png', sha256, sizeBytes: bytes.length }
    const receipts = newReceipts(1, 2, {
      order: { kind: 'skill', skill: 'remove-bg', fields: {}, pictures: [{ field: 'imageUrl', source }] },
    })
    const order = { id: randomUUID(), person, project: null, receipts }
    await placeOrder({ database, files }, order)
    await placeOrder({ database, files }, order)
    const commands = await openCommands(database, 10)
    expect(commands.map(({ id }) => id)).toEqual([order.id])
    expect(commands[0]?.payload).not.toContain(path)
    expect(await files.has(sha256)).toBe(true)
    expect(await database.rows('SELECT sha256 FROM blobs')).toEqual([{ sha256 }])
  })
})
