import { spawn } from 'node:child_process'
import { copyFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { filesUnder } from '../support/files-under.ts'
import { newFolder } from '../support/folders.ts'
import { practiceHome, samplePhoto } from '../support/terminal.ts'

const program = resolve(import.meta.dirname, '../../out/main/cli.js')

/** As `env -i HOME=… PATH=…` starts it: no locale, and nothing else either. */
function printroomBare(words: string[], home: string, cwd: string): Promise<{ status: number | null; said: string }> {
  const env = { HOME: home, PATH: process.env.PATH ?? '', PRINTROOM_TIME_SCALE: '100' }
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [program, ...words], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    const hear = (chunk: Buffer): void => {
      said += chunk.toString('utf8')
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('error', failed)
    child.on('close', (status) => done({ status, said }))
  })
}

it.skipIf(process.platform === 'win32')(
  'on a machine without a locale a file whose name is beyond ASCII is ordered, comes home and is copied under it (B1)',
  async () => {
    const place = await practiceHome()
    onTestFinished(() => place.remove())
    const cwd = newFolder()
    const name = 'Füße 写真.jpg'
    copyFileSync(samplePhoto, join(cwd, name))
    const order = ['--yes', '--max-credits', '50', 'skill', 'remove-bg', name, '--wait', '--out', 'Ausgänge']
    const { status, said } = await printroomBare([...place.words, ...order], newFolder(), cwd)
    expect([status, said]).toEqual([0, expect.stringContaining('Füße 写真')])
    expect(readdirSync(join(cwd, 'Ausgänge'))).toEqual([expect.stringMatching(/Füße.写真.*\.(png|webp)$/)])
    const library = filesUnder(place.home).map((path) => path.normalize('NFC'))
    expect(library.filter((path) => /Füße.写真/.test(path))).not.toEqual([])
  },
)
