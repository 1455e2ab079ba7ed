import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { exitStatus } from '../../src/cli/exit-status.ts'
import { newFolder } from '../support/folders.ts'
import { deadDiskOver, mayMount } from '../support/small-disk.ts'
import { practiceHome, printroom, samplePhoto } from '../support/terminal.ts'

const env = { PRINTROOM_TIME_SCALE: '50' }

async function practice(): Promise<string[]> {
  const { words, remove } = await practiceHome()
  onTestFinished(remove)
  return words
}

const cutout = (out: string): string[] => ['--yes', 'skill', 'remove-bg', samplePhoto, '--wait', '--out', out]

describe.runIf(mayMount('tests of --out on a disk that does not answer'))('--out on a disk that is dead', () => {
  it('is refused before anything is sent, and the command ends with its status (S3)', async () => {
    const words = await practice()
    const out = newFolder()
    await deadDiskOver(out)
    const { status, stderr } = await printroom([...words, ...cutout(join(out, 'cut'))], { env })
    expect(stderr).toMatch(/--out \(its disk does not answer\)\. Nothing was sent or charged/)
    expect(status).toBe(exitStatus.failed)
    expect(
      (await printroom([...words, 'receipts', 'list'], { env })).lines.filter(({ event }) => event === 'request'),
    ).toEqual([])
  })

  it('which dies before the copy costs the copy: the result is in the library, and the command ends (S3)', async () => {
    const out = newFolder()
    let died: Promise<unknown> | null = null
    const words = await practice()
    const { status, stderr, lines } = await printroom([...words, ...cutout(out)], {
      env,
      // As soon as it is ordered: nothing is at home yet.
      watch: (_, stdout) => {
        if (stdout.includes('"request"')) died ??= deadDiskOver(out)
      },
    })
    await died
    expect(stderr).toMatch(/could not be copied to .*its disk does not answer\. It is safe in the library/)
    expect(lines.at(-1)).toMatchObject({ event: 'result' })
    expect(lines.some(({ state }) => state === 'completed')).toBe(true)
    expect(status).toBe(exitStatus.failed)
  })
})
