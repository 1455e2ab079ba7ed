import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startPractice } from '../../practice/support/practice.ts'
import { filesWith } from '../../support/files-under.ts'
import { samplePhoto } from '../../support/terminal.ts'

const program = join(import.meta.dirname, '../../../out/main/cli.js')
const key = `svc_sk_${'K3'.repeat(16)}`
const has = (command: string): boolean => spawnSync('which', [command]).status === 0
const missing = ['dbus-run-session', 'gnome-keyring-daemon'].filter((command) => !has(command))

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'printroom-key-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const words = (act: string, service = 'https://service.example'): string => command(`key ${act}`, service)
const command = (rest: string, service: string): string =>
  `"${process.execPath}" "${program}" --home "${home}/app" --service ${service} --json ${rest}`

/** Runs shell lines inside a D-Bus session of their own with a real gnome-keyring that is unlocked. */
async function underKeyring(lines: string[]): Promise<{ stdout: string; stderr: string }> {
  const script = ['printf "pw\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null', ...lines].join('\n')
  return promisify(execFile)('dbus-run-session', ['--', 'sh', '-c', script], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      HOME: home,
      XDG_DATA_HOME: `${home}/data`,
      XDG_RUNTIME_DIR: home,
      PRINTROOM_TIME_SCALE: '20',
    },
  })
}

interface KeyLine {
  event: string
  where: string
  fingerprint: string | null
  open: number
  others: { fingerprint: string; open: number; where: string }[]
}

const linesOf = (text: string): KeyLine[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter((line) => line.event === 'key')

describe('the key in the keychain', () => {
  it.skipIf(missing.length > 0)(
    `keeps the key between programs in a real gnome-keyring, and nowhere else${missing.length > 0 ? ` (skipped: no ${missing.join(', ')} here)` : ''}`,
    async () => {
      const ran = await underKeyring([
        words('status'),
        `printf "%s" "${key}" | ${words('set')}`,
        words('status'),
        words('clear'),
        words('status'),
      ])
      const said = linesOf(ran.stdout)
      expect(said.map(({ where }) => where)).toEqual(['none', 'keychain', 'keychain', 'none', 'none'])
      expect(said[1]?.fingerprint).toBe(said[2]?.fingerprint)
      expect(filesWith(`${home}/app`, [key])).toEqual([])
    },
  )

  it.skipIf(missing.length > 0)(
    `keeps a replaced key in a real gnome-keyring for its open requests, says so before and after, and lets it go (A35, O117)${missing.length > 0 ? ` (skipped: no ${missing.join(', ')} here)` : ''}`,
    async () => {
      const practice = await startPractice({ timeScale: 20 })
      const { url } = practice.practice
      const set = (index: number) => `printf "%s" "${practice.key(index)}" | ${words('set', url)}`
      const order = command(`--yes skill remove-bg "${samplePhoto}"`, url)
      const { stdout, stderr } = await underKeyring([
        set(0),
        order,
        set(1),
        words('status', url),
        command('resume --wait', url),
        words('status', url),
        order,
        words('clear', url),
        words('clear --all', url),
        words('status', url),
      ])
      const said = linesOf(stdout)
      expect(said.map(({ where }) => where)).toEqual([
        'keychain',
        'keychain',
        'keychain',
        'keychain',
        'none',
        'none',
        'none',
      ])
      const others = said.map((line) => line.others.map(({ open, where }) => `${open} ${where}`))
      const held = ['1 keychain']
      expect(others).toEqual([[], held, held, [], held, ['1 nowhere'], ['1 nowhere']])
      expect(said[1]?.others[0]?.fingerprint).toBe(said[0]?.fingerprint)
      expect(stderr).toMatch(/1 open request belongs to the key that is set now.*is kept for them alone/)
      expect(stderr).toMatch(/is kept in the keychain for its 1 open request, to look them up/)
      expect(stderr).toMatch(/“key clear --all” drops it at once/)
      expect(stderr).toMatch(/is gone from this computer.*can’t be downloaded until it is set again/)
      expect((await practice.ledger()).entries.filter((entry) => entry.kind === 'charge')).toHaveLength(2)
      expect(filesWith(`${home}/app`, [practice.key(0), practice.key(1)])).toEqual([])
    },
  )

  it('holds a key for this program only where there is no keychain, and says so', () => {
    const ran = spawnSync('sh', ['-c', `printf "%s" "${key}" | ${words('set')}`], {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        HOME: home,
        DBUS_SESSION_BUS_ADDRESS: `unix:path=${home}/no-bus`,
        XDG_RUNTIME_DIR: home,
      },
    })
    expect(ran.status).toBe(4)
    expect(linesOf(ran.stdout)[0]?.where).toBe('session')
    expect(ran.stderr).toContain('never written to a file')
    expect(filesWith(`${home}/app`, [key])).toEqual([])
  })
})
