import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newFolder } from '../support/folders.ts'
import { StrangeService } from '../support/strange-service.ts'
import { practiceHome, printroom, samplePhoto } from '../support/terminal.ts'

let place: Awaited<ReturnType<typeof practiceHome>>

beforeEach(async () => {
  place = await practiceHome()
})
afterEach(() => place.remove())

describe('what an unset variable leaves on the command line', () => {
  it('is wrong usage, never an order for the whole folder: status 2', async () => {
    const cwd = newFolder()
    copyFileSync(samplePhoto, join(cwd, 'a.jpg'))
    for (const words of [
      ['skill', 'remove-bg', ''],
      ['skill', 'remove-bg', 'a.jpg', ''],
      ['skill', 'remove-bg', '--set', 'imageUrl=@'],
      ['skill', ''],
      ['generate', '--prompt', 'x', '--model', 'm', '--ref', ''],
      ['prepare', '', '--for', 'reference', '--out', place.home],
      ['tokens', 'revoke', ''],
    ]) {
      const ran = await printroom([...place.words, '--yes', ...words], { cwd, env: { PRINTROOM_TIME_SCALE: '20' } })
      expect([ran.status, ran.stdout], words.join(' ')).toEqual([2, ''])
      expect(ran.stderr, words.join(' ')).toMatch(/empty|no file/)
    }
    expect((await printroom([...place.words, 'receipts', 'list'])).lines).toEqual([])
  })
})

describe('variables of the environment', () => {
  const list = (env: Record<string, string>, ...words: string[]) =>
    printroom(['--home', place.home, ...words, 'receipts', 'list'], { env })

  it('name a service that is given by no option, and never practice', async () => {
    expect((await list({ PRINTROOM_SERVICE: 'https://service.example' })).status).toBe(0)
    const practice = await list({ PRINTROOM_SERVICE: 'practice' })
    expect([practice.status, practice.stderr]).toEqual([2, expect.stringContaining('--service practice')])
    expect((await list({ PRINTROOM_SERVICE: 'practice' }, '--service', 'practice')).status).toBe(0)
  })

  it('give a key for the service that is named beside it, or by the option, and for no other address (W3, A35)', async () => {
    const strange = new StrangeService()
    await strange.open()
    writeFileSync(join(place.home, 'settings.json'), JSON.stringify({ service: strange.base }))
    const other = 'https://service.example'
    const where = async (service: string | undefined, ...words: string[]) => {
      const env = {
        PRINTROOM_API_KEY: strange.key,
        DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
        ...(service === undefined ? {} : { PRINTROOM_SERVICE: service }),
      }
      const ran = await printroom(['--home', place.home, '--json', ...words, 'key', 'status'], { env })
      return [ran.lines.at(-1)?.where, ran.stderr.includes('PRINTROOM_API_KEY is not used')]
    }
    expect(await where(strange.base)).toEqual(['environment', false])
    expect(await where(undefined, '--service', strange.base)).toEqual(['environment', false])
    expect(await where('practice', '--service', `${strange.base}/`)).toEqual(['environment', false])
    // Chosen in the window, or another's address in the environment.
    for (const ran of [await where(undefined), await where(other, '--service', strange.base)])
      expect(ran).toEqual([expect.not.stringMatching('environment'), true])
    expect(await where(strange.base, '--service', 'practice')).toEqual(['practice', false])
  })

  it('that are set and empty count as unset', async () => {
    const unnamed = await list({ PRINTROOM_SERVICE: '' })
    expect([unnamed.status, unnamed.stderr]).toEqual([2, expect.stringContaining('No service is named')])
    const proxies = { HTTPS_PROXY: '', https_proxy: '' }
    expect((await list(proxies, '--service', 'https://service.example')).status).toBe(0)
  })

  it('leave practice its own pace where the time scale is set and empty', async () => {
    let started = ''
    await printroom([...place.words, 'practice', 'serve', '--port', '0'], {
      env: { PRINTROOM_TIME_SCALE: '' },
      watch: (child, stdout) => {
        started = stdout
        if (stdout.includes('\n')) child.kill('SIGTERM')
      },
    })
    expect(JSON.parse(started || '{}')).toMatchObject({ url: expect.any(String) })
  })

  it('name a proxy with or without its scheme; what is no proxy is told by the variable’s name, without its words', async () => {
    const at = ['--service', 'https://service.example']
    for (const proxy of ['proxy.example:8080', 'http://proxy.example:8080', 'user:pass@proxy.example:8080']) {
      const ran = await list({ HTTPS_PROXY: proxy }, ...at)
      expect(ran.status, ran.stderr).toBe(0)
    }
    for (const [name, proxy] of [
      ['HTTPS_PROXY', 'socks5://user:secret@proxy.example'],
      ['https_proxy', 'a proxy with secret words'],
    ] as const) {
      const ran = await list({ [name]: proxy }, ...at)
      expect([ran.status, ran.stderr]).toEqual([2, expect.stringContaining(name)])
      expect(ran.stderr).not.toContain('secret')
      expect((await list({ [name]: proxy }, '--service', 'practice')).status).toBe(0)
    }
  })
})
