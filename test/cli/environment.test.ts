import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newFolder } from '../support/folders.ts'
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
