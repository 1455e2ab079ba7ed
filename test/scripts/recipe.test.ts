import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')

interface Step {
  name?: string
  if?: string
  run?: string
  uses?: string
  with?: Record<string, unknown>
}
interface Recipe {
  on: object
  jobs: Record<string, { strategy: { matrix: { os: string[] } }; steps: Step[] }>
}

/** The reader of YAML that electron-builder brings. */
const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder'))
const recipe = builder('js-yaml').load(read('.github/workflows/first-run.yml')) as Recipe
const job = recipe.jobs['first-run']
const steps = job?.steps ?? []
const commands = steps.flatMap(({ run }) => run ?? [])

// What only GitHub's machines can tell (images, actions, packages of Ubuntu) is looked at by nothing here.
describe('the recipe of first-run', () => {
  it('is for the three systems, by images of one version each', () => {
    const systems = job?.strategy.matrix.os ?? []
    expect(systems.map((name) => name.replace(/-[\d.]+$/, ''))).toEqual(['ubuntu', 'macos', 'windows'])
    expect(systems[0]).toBe('ubuntu-24.04')
    for (const name of systems) expect(name).toMatch(/-[\d.]+$/)
  })

  it('runs it on each of them once, and keeps what it wrote, whatever came of it', () => {
    const runs = steps.filter(({ run }) => run?.includes('npm run first-run'))
    expect(runs.map((step) => step.if)).toEqual(["runner.os == 'Linux'", "runner.os != 'Linux'"])
    const kept = steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'))
    expect(kept).toMatchObject({ if: 'always()', with: { path: 'first-run/', 'if-no-files-found': 'error' } })
    expect(read('.gitignore')).toMatch(/^\/first-run\/$/m)
  })

  it.skipIf(process.platform === 'win32')('has commands that a shell can read', () => {
    expect(commands.length).toBeGreaterThan(3)
    for (const command of commands) {
      const { status, stderr } = spawnSync('bash', ['-n'], { input: command, encoding: 'utf8' })
      expect(status, stderr).toBe(0)
      // A script within the script, which the shell takes for words.
      const [, inner] = /<<'END'\n([\s\S]*?)\nEND$/m.exec(command) ?? []
      if (inner !== undefined) expect(spawnSync('sh', ['-n'], { input: inner }).status, inner).toBe(0)
    }
    expect(commands.join('\n')).toContain("<<'END'")
  })

  it('calls scripts and options that there are', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const called = [...commands.join('\n').matchAll(/\bnpm (?:run )?([\w-]+)(?: -- ([^\n]*))?/g)]
    expect(called.length).toBeGreaterThan(2)
    for (const [, name = '', words = ''] of called) {
      expect(scripts, name).toHaveProperty(name)
      const script = read(scripts[name].replace('node ', ''))
      for (const [, option = ''] of words.matchAll(/--([\w-]+)/g))
        expect(script, option).toMatch(new RegExp(`\\b${option}'?: \\{ type`))
    }
  })

  it('takes actions by a version, and gives them no more than the right to read', () => {
    for (const { uses } of steps.filter(({ uses }) => uses !== undefined))
      expect(uses).toMatch(/^actions\/[\w-]+@v\d+$/)
    expect(recipe).toMatchObject({ permissions: { contents: 'read' } })
  })
})
