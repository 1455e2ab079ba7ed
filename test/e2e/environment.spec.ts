import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/setup.mjs'
import { cutOutSample } from './driving.ts'
import { findRuntime } from './launch.ts'
import { expect, test } from './window-test.ts'

const runtime = await findRuntime()
const key = `svc_sk_${'K3'.repeat(16)}`

test('a key in the environment opens no page, since the processes of one would keep it: it is said, and how to go on', async () => {
  test.skip(runtime.real, 'genuine Electron asks in a box of the system, which is answered by hand')
  const home = await mkdtemp(join(tmpdir(), 'printroom-home-'))
  const env = {
    ...{ ...process.env, ...runtime.env, PRINTROOM_HOME: home },
    ...{ PRINTROOM_API_KEY: key, PRINTROOM_SERVICE: 'https://service.example' },
  }
  const ran = await new Promise<{ code: unknown; words: string }>((resolve) => {
    execFile(runtime.executablePath, [root], { env, timeout: 60_000 }, (error, _out, words) =>
      resolve({ code: error?.code, words }),
    )
  })
  expect(ran.code).toBe(1)
  expect(ran.words).toMatch(/PRINTROOM_API_KEY is for the terminal.*Start Printroom without it/)
  expect(ran.words).not.toContain(key)
  // Said once the browser is there.
  expect(ran.words).not.toContain('DevTools listening')
  await rm(home, { recursive: true, force: true, maxRetries: 3 })
})

interface Running {
  pid: string
  parent: string
  words: string
  environment: string
}

async function running(): Promise<Running[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const looked = pids.map(async (pid) => {
    const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
    const [words, environment, status] = await Promise.all([read('cmdline'), read('environ'), read('status')])
    return { pid, parent: /^PPid:\s*(\d+)/m.exec(status)?.[1] ?? '', words, environment }
  })
  return Promise.all(looked)
}

test('what decodes pictures and what practises are started without what is secret in the environment', async ({
  launch,
}) => {
  test.skip(process.platform !== 'linux', 'only Linux shows the environment of a process')
  const { app, page, home } = await launch({ env: { SOME_SERVICE_KEY: key, PRINTROOM_TIME_SCALE: '20' } })
  await cutOutSample(app, page)
  const main = String(app.process().pid)
  const all = await running()
  expect(all.find(({ pid }) => pid === main)?.environment).toContain(key)
  const ours = all.filter(({ parent, words }) => parent === main || words.includes(home))
  const started = ours.filter(({ words }) => /(image-worker|practice)\.mjs/.test(words))
  const kinds = new Set(started.map(({ words }) => /(image-worker|practice)\.mjs/.exec(words)?.[1]))
  expect([...kinds].sort()).toEqual(['image-worker', 'practice'])
  for (const { words, environment } of started) {
    expect(environment, words).not.toBe('')
    expect(environment, words).not.toContain(key)
  }
})
