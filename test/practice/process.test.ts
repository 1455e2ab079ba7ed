import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readLedger } from '../../src/practice/ledger.ts'
import { practiceEntry } from '../support/programs.ts'
import { disc } from './support/images.ts'
import { Client, download, newHome, until } from './support/practice.ts'
import { start } from './support/program.ts'

const clientOf = (line: { url: string; control: string; keys: string[]; sessionToken: string }) =>
  new Client({ ...line, endWhenAlone: () => undefined, close: () => Promise.resolve() })

/** What shows that we know the token. */
function proven({ url, control }: { url: string; control: string }): Record<string, string> {
  const [nonce, { port }] = ['0123456789abcdef', new URL(url)]
  const proof = createHmac('sha256', control.split('/').at(-1) ?? '').update(`asks ${nonce} ${port}`)
  return { 'x-practice-nonce': nonce, 'x-practice-proof': proof.digest('hex') }
}

test('a SIGKILL in the midst of a cutout and a generation loses neither, and each is charged once', async () => {
  const home = newHome()
  const first = await start(practiceEntry, ['--home', home])
  const service = clientOf(first.line)
  const body = { requestId: randomUUID(), imageUrl: await service.upload(await disc()) }
  const { generationId } = (await service.post('/api/generate/v2', { prompt: 'a sea', modelId: 'tessel-flash-11' }))
    .body
  const lost = service.post('/api/skills/remove-bg/run', body).then(
    () => 'answered',
    () => 'lost',
  )
  await until(async () => (readLedger(home).entries.length === 2 ? true : null))
  first.child.kill('SIGKILL')
  expect(await lost).toBe('lost')
  expect(readLedger(home).totals).toEqual({ charged: 4, refunded: 0, net: 4, requests: 2 })

  const second = await start(practiceEntry, ['--home', home], { PRINTROOM_TIME_SCALE: '50' })
  expect(second.line.url).not.toBe(first.line.url)
  const after = clientOf(second.line)
  const receipt = await until(async () => {
    const seen = (await after.get(`/api/skills/status?skill=remove-bg&requestId=${body.requestId}`)).body
    return seen.status === 'completed' ? seen : null
  })
  expect(receipt).toMatchObject({ submissionStatus: 'recorded', submissionHttpStatus: 200 })
  const [item] = receipt.items as { imageUrls: string[] }[]
  expect((await download(item?.imageUrls[0])).length).toBeGreaterThan(100)
  const job = await after.finished(generationId)
  expect((await download(job.imageUrl)).length).toBeGreaterThan(1000)
  expect((await after.ledger()).totals).toEqual({ charged: 4, refunded: 0, net: 4, requests: 2 })
  second.child.kill('SIGTERM')
  expect(await second.exit).toBe(0)
})

test('a second process for the same home prints the line of the first and ends with 0', async () => {
  const home = newHome()
  const first = await start(practiceEntry, ['--home', home])
  const second = await start(practiceEntry, ['--home', home, '--hold'])
  expect(second.line).toEqual({ ...first.line, already: true })
  expect(await second.exit).toBe(0)
  first.child.kill('SIGINT')
  expect(await first.exit).toBe(0)
})

test('whoever answers at the address that an earlier owner left is not taken for the owner (W7)', async () => {
  const home = newHome()
  const heard: string[] = []
  const squatter = createHttpServer(({ url, headers }, response) => {
    heard.push(JSON.stringify([url, headers]))
    response.end('{"faults":[]}')
  })
  await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void squatter.close())
  const first = await start(practiceEntry, ['--home', home])
  const port = (squatter.address() as AddressInfo).port
  const token = 'x'.repeat(32)
  const url = `http://127.0.0.1:${port}`
  const line = readFileSync(join(home, 'practice.json'), 'utf8')
  writeFileSync(
    join(home, 'practice.json'),
    JSON.stringify({ ...first.line, url, control: `${url}/__control/${token}` }),
  )
  const second = start(practiceEntry, ['--home', home])
  await until(() => (heard.length > 1 ? true : null))
  writeFileSync(join(home, 'practice.json'), line)
  expect((await second).line).toEqual({ ...first.line, already: true })
  expect(heard.join()).not.toContain(token)
})

test('two processes started at once for a new home agree on one', async () => {
  const home = newHome()
  const [one, two] = await Promise.all([start(practiceEntry, ['--home', home]), start(practiceEntry, ['--home', home])])
  expect([one.line.already ?? false, two.line.already ?? false].toSorted()).toEqual([false, true])
  expect(one.line.control).toBe(two.line.control)
})

test('says so and ends with 1 when the wished port is taken, and on wrong arguments', async () => {
  const squatter = createServer()
  await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void squatter.close())
  const address = squatter.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  await expect(start(practiceEntry, ['--home', newHome(), '--port', port])).rejects.toThrow(
    /ended with 1: practice: the port is taken/,
  )
  await expect(start(practiceEntry, [])).rejects.toThrow(/--home DIR is required/)
})

test('with --hold it lives as long as somebody holds it and ends 3 seconds after the last', async () => {
  const { line, exit } = await start(practiceEntry, ['--home', newHome(), '--hold'])
  const holding = new AbortController()
  const held = await fetch(`${line.url}/__control/hold`, { headers: proven(line), signal: holding.signal })
  expect(held.status).toBe(200)
  const other = new AbortController()
  await fetch(`${line.url}/__control/hold`, { headers: proven(line), signal: other.signal })
  other.abort()
  const state = async () => (await (await fetch(`${line.control}/state`)).json()) as { holders: number }
  await until(async () => ((await state()).holders === 1 ? true : null))
  const start3s = performance.now()
  holding.abort()
  expect(await exit).toBe(0)
  expect(performance.now() - start3s).toBeGreaterThan(2500)
})
