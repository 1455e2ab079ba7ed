import { describe, expect, it } from 'vitest'
import { type Client, startPractice } from '../practice/support/practice.ts'
import { newFolder } from '../support/folders.ts'
import { printroom } from '../support/terminal.ts'

const unknown = `svc_sk_${'N0'.repeat(16)}`

/** Without a keychain, so that nothing of this lands in that of whoever runs it. */
const bare = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere', XDG_RUNTIME_DIR: '/nowhere' }

const setKey = (service: string, key: string) =>
  printroom(['--home', newFolder(), '--service', service, '--json', 'key', 'set'], { env: bare, stdin: key })

describe.runIf(process.platform === 'linux')('key set', () => {
  it('asks the service, by a look-up that costs nothing, and says that it takes the key (O49, O50)', async () => {
    const practice: Client = await startPractice()
    const ran = await setKey(practice.practice.url, practice.key(0))
    expect(ran.lines.find(({ event }) => event === 'key')).toMatchObject({ where: 'session', checked: 'accepted' })
    expect(ran.stderr).toContain('The service accepts it')
    expect((await practice.ledger()).entries).toEqual([])
  })

  it('does not keep a key that the service refuses, and says so (O11)', async () => {
    const practice: Client = await startPractice()
    const ran = await setKey(practice.practice.url, unknown)
    expect(ran.status).toBe(4)
    expect(ran.stderr).toMatch(/does not accept this key.*not kept/)
    expect(ran.lines.find(({ event }) => event === 'key')).toBeUndefined()
  })

  it('says that it could not ask where nobody answers', async () => {
    const ran = await setKey('http://127.0.0.1:9', unknown)
    expect(ran.lines.find(({ event }) => event === 'key')).toMatchObject({ checked: 'unchecked' })
    expect(ran.stderr).toContain('It is not checked')
    expect(ran.stderr).toContain('shows whether the service takes it')
  })
})
