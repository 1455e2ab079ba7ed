import { createHash } from 'node:crypto'
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { disc } from '../../practice/support/images.ts'
import { newFolder } from '../../support/folders.ts'
import { practiceHome, printroom, resultOf, samplePhoto } from '../../support/terminal.ts'

const fast = { env: { PRINTROOM_TIME_SCALE: '1000' } }

describe('a home whose database was damaged, in the terminal', () => {
  it('says what happened, shows its receipts and its library, and fetches a lost file without paying again (I2, I7)', async () => {
    const place = await practiceHome()
    onTestFinished(place.remove)
    const run = (...words: string[]) => printroom([...place.words, ...words], fast)
    const drawn = join(newFolder(), 'drawn.png')
    writeFileSync(drawn, await disc(300, 200))
    const [kept, lost] = resultOf(await run('--yes', 'skill', 'remove-bg', samplePhoto, drawn, '--wait'))
    const [keptPath = '', lostPath = ''] = [kept, lost].map((one) => one?.assets[0] ?? '')
    const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
    const hashes = [keptPath, lostPath].map(hashOf)
    const ledger = (await run('practice', 'ledger')).stdout

    const data = join(place.home, 'practice')
    const fd = openSync(join(data, 'printroom.db'), 'r+')
    writeSync(fd, Buffer.alloc(4096), 0, 4096, 0)
    closeSync(fd)
    rmSync(lostPath)

    const library = await run('library', 'list')
    expect(library.status, library.stderr).toBe(0)
    expect(library.stderr).toContain('The database was damaged')
    expect(readdirSync(data).some((name) => name.includes('.set-aside-'))).toBe(true)
    expect(library.lines.map((line) => line.path)).toEqual([keptPath])
    const resumed = await run('resume', '--wait')
    expect(resumed.status, resumed.stderr).toBe(0)
    const again = await run('library', 'list')
    expect(again.lines.map((line) => line.sha256).sort()).toEqual([...hashes].sort())
    expect([keptPath, lostPath].map(hashOf)).toEqual(hashes)
    expect((await run('practice', 'ledger')).stdout).toBe(ledger)
    const receipts = await run('receipts', 'list')
    expect(receipts.lines.map((line) => line.state)).toEqual(['completed', 'completed'])
  })
})
