import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { practiceHome, printroom, samplePhoto } from '../support/terminal.ts'

const root = resolve(import.meta.dirname, '../..')
const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => join('docs', name))].filter((path) =>
  path.endsWith('.md'),
)
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts

/** Lines of the fenced blocks, and what stands between backticks in the text. */
function commandsOf(page: string): string[] {
  const fenced = [...page.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) => block.split('\n'))
  const inText = [...page.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)
  return [...fenced, ...inText].map((line) => line.trim()).filter(Boolean)
}

describe('what the pages tell to type', () => {
  for (const page of pages)
    it(`${page}: each script of npm is there`, () => {
      const named = commandsOf(read(page)).flatMap((line) => [
        ...line.matchAll(/\bnpm (?:run (?:--silent )?)?([a-z:-]+)/g),
      ])
      if (page === 'README.md') expect(named.length).toBeGreaterThan(10)
      for (const [command, name = ''] of named)
        if (!['audit', 'ci', 'install'].includes(name)) expect(Object.keys(scripts), command).toContain(name)
    })

  for (const page of pages)
    it(`${page}: each file and folder of the repository that is named is there`, () => {
      const named = [...read(page).matchAll(/(?:`|\]\()((?:src|test|scripts|docs|resources)\/[\w./-]*)/g)]
      for (const [, path = ''] of named) expect(existsSync(join(root, path)), path).toBe(true)
    })
})

describe('the lines of docs/terminal.md, from top to bottom, in practice', () => {
  let place: Awaited<ReturnType<typeof practiceHome>>
  beforeAll(async () => {
    place = await practiceHome()
    const folder = join(place.home, 'photos')
    mkdirSync(folder)
    copyFileSync(samplePhoto, join(folder, 'other.jpg'))
    copyFileSync(samplePhoto, join(place.home, 'photo.jpg'))
  })
  afterAll(() => place.remove())

  const run = (words: string[]) =>
    printroom(words, { cwd: place.home, env: { PRINTROOM_HOME: place.home, PRINTROOM_TIME_SCALE: '20' } })

  /** The page's example of a number stands for one that there is. */
  async function numberFor(words: string[]): Promise<string> {
    const list = words.includes('queue') ? ['queue', 'list'] : ['receipts', 'list']
    const ran = await run(['--service', 'practice', '--json', ...list])
    return String(ran.lines[0]?.id)
  }

  it('each ends with the status that it names, else with 0', async () => {
    const lines = commandsOf(read('docs/terminal.md')).filter((line) => line.startsWith('npm run --silent cli -- '))
    expect(lines.length).toBeGreaterThan(12)
    for (const line of lines) {
      const [command = '', comment = ''] = line.split(/\s+#\s/)
      const words = [...command.slice('npm run --silent cli -- '.length).matchAll(/"([^"]*)"|(\S+)/g)].map(
        ([, quoted, plain]) => quoted ?? plain ?? '',
      )
      const example = words.indexOf('1a2b3c4d')
      if (example >= 0) words[example] = await numberFor(words)
      const ran = await run(words)
      expect(ran.status, `${line}\n${ran.stderr}`).toBe(Number(/status (\d)/.exec(comment)?.[1] ?? 0))
    }
  }, 180_000)
})
