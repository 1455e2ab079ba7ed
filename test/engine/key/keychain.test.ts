import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { filesUnder } from '../../support/files-under.ts'

const program = join(import.meta.dirname, '../../../out/main/cli.js')
const key = `svc_sk_${'K3'.repeat(16)}`
const has = (command: string): boolean => spawnSync('which', [command]).status === 0
const missing = ['dbus-run-session', 'gnome-keyring-daemon'].filter((command) => !has(command))

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'printroom-key-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const words = (act: string): string =>
  `"${process.execPath}" "${program}" --home "${home}/app" --service https://service.example --json key ${act}`

/** Runs shell lines inside a D-Bus session of their own with a real gnome-keyring that is unlocked. */
function underKeyring(lines: string[]): string {
  const script = ['printf "pw\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null', ...lines].join('\n')
  return execFileSync('dbus-run-session', ['--', 'sh', '-c', script], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: home, XDG_DATA_HOME: `${home}/data`, XDG_RUNTIME_DIR: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

const linesOf = (text: string): { where: string; fingerprint: string | null }[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

describe('the key in the keychain', () => {
  it.skipIf(missing.length > 0)(
    `keeps the key between programs in a real gnome-keyring, and nowhere else${missing.length > 0 ? ` (skipped: no ${missing.join(', ')} here)` : ''}`,
    () => {
      const said = linesOf(
        underKeyring([
          words('status'),
          `printf "%s" "${key}" | ${words('set')}`,
          words('status'),
          words('clear'),
          words('status'),
        ]),
      )
      expect(said.map(({ where }) => where)).toEqual(['none', 'keychain', 'keychain', 'none', 'none'])
      expect(said[1]?.fingerprint).toBe(said[2]?.fingerprint)
      for (const file of filesUnder(`${home}/app`)) expect(readFileSync(file).includes(key), file).toBe(false)
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
    for (const file of filesUnder(`${home}/app`)) expect(readFileSync(file).includes(key), file).toBe(false)
  })
})
