import { createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Exchanger, outcomeOfError } from '../../../src/engine/remote/exchange.ts'
import { Service } from '../../../src/engine/remote/service.ts'
import { noVerdict, operationNames, operations } from './support/operations.ts'
import { json, key, scriptedServer, serviceAt } from './support/server.ts'

const limits = { connectMs: 1000, headersMs: 300, bodyMs: 300 }

/** A server that does as it is told with the bare line once a request has come. */
async function lineThat(does: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => does(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

/** A port of loopback where nobody listens. */
async function deadPort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
const body = '{"success":true,"generationId":"gen-1","status":"completed"}'

describe('a line where nobody answers the call', () => {
  it('sent nothing (A6)', async () => {
    const url = await deadPort()
    for (const name of ['submit', 'run'] as const)
      expect(await operations[name](serviceAt(url))).toMatchObject({ type: 'notSent' })
    for (const name of ['lookUp', 'status', 'skillStatus'] as const)
      expect((await operations[name](serviceAt(url))).type).toBe('unreachable')
  })

  it('sent nothing where the name is not known', async () => {
    expect((await operations.submit(serviceAt('http://printroom.invalid'))).type).toBe('notSent')
  })

  it('sent nothing where there is no key, and says where to set one', async () => {
    const server = await scriptedServer()
    const exchanger = new Exchanger()
    onTestFinished(() => exchanger.close())
    const service = new Service(
      exchanger,
      async () => ({ base: server.url, key: null }),
      () => undefined,
    )
    expect(await operations.submit(service)).toMatchObject({
      type: 'notSent',
      reason: expect.stringContaining('no key'),
    })
    expect(server.seen).toEqual([])
  })

  it('sent nothing where the key cannot stand in a request at all', async () => {
    const server = await scriptedServer()
    const exchanger = new Exchanger()
    onTestFinished(() => exchanger.close())
    const service = new Service(
      exchanger,
      async () => ({ base: server.url, key: 'svc_sk_•••\n' }),
      () => undefined,
    )
    expect((await operations.submit(service)).type).toBe('notSent')
    expect(server.seen).toEqual([])
  })
})

describe('a line that breaks after the call was taken', () => {
  it.each([
    ['closed without a word', (socket: Socket) => socket.end()],
    ['reset', (socket: Socket) => socket.resetAndDestroy()],
    ['closed within the head', (socket: Socket) => socket.end(head)],
    ['closed within the body', (socket: Socket) => socket.end(`${head}content-length: 999\r\n\r\n${body}`)],
    ['closed within a chunk', (socket: Socket) => socket.end(`${head}transfer-encoding: chunked\r\n\r\nff\r\n${body}`)],
    [
      'closed before the last chunk',
      (socket: Socket) => socket.end(`${head}transfer-encoding: chunked\r\n\r\n3c\r\n${body}\r\n`),
    ],
    ['not HTTP', (socket: Socket) => socket.end('220 mail ready\r\n')],
    ['silent', () => undefined],
    ['silent within the body', (socket: Socket) => void socket.write(`${head}content-length: 999\r\n\r\n${body}`)],
  ] as [string, (socket: Socket) => void][])('(%s) may have taken the order (O118, O132, A6, A29)', async (_, does) => {
    const url = await lineThat(does)
    const outcomes = await Promise.all(operationNames.map((name) => operations[name](serviceAt(url, limits))))
    expect(outcomes.map((outcome) => outcome.type)).toEqual(operationNames.map((name) => noVerdict[name]))
  })

  it.each(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'ECONNREFUSED'])(
    'with %s while writing or reading may have taken the order, whatever the code is called (A6, I3)',
    (code) => {
      for (const syscall of ['read', 'write'])
        expect(outcomeOfError(Object.assign(new Error('x'), { code, syscall })).type).toBe('unknown')
    },
  )

  it.each(['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'ECONNREFUSED'])(
    'with %s while connecting took nothing',
    (code) => {
      const error = Object.assign(new Error('x'), { code, syscall: 'connect' })
      expect(outcomeOfError(error).type).toBe('notSent')
      expect(outcomeOfError(new AggregateError([error, error])).type).toBe('notSent')
      const other = Object.assign(new Error('x'), { code: 'ECONNRESET', syscall: 'read' })
      expect(outcomeOfError(new AggregateError([error, other])).type).toBe('unknown')
    },
  )
})

describe('what goes over the line', () => {
  it('is the stored bytes, with the key, as JSON (O47, A17)', async () => {
    const server = await scriptedServer(json(200, { generationId: 'g' }))
    await operations.submit(serviceAt(server.url))
    expect(server.seen[0]).toMatchObject({
      method: 'POST',
      path: '/api/generate/v2',
      body: '{"prompt":"a fox"}',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    })
  })

  it('carries the key everywhere but to what is public (O12)', async () => {
    const server = await scriptedServer(json(200, {}))
    const service = serviceAt(server.url)
    for (const name of operationNames) await operations[name](service)
    expect(server.seen.every((seen) => seen.headers.authorization === `Bearer ${key}`)).toBe(true)
    server.seen.length = 0
    for (const path of ['/api/models', '/api/skills', '/api/images/1']) await service.readPublic(path)
    expect(server.seen.map((seen) => seen.headers.authorization)).toEqual([undefined, undefined, undefined])
  })

  it('does not follow a redirect, least of all with the key (O12)', async () => {
    const other = await scriptedServer(json(200, { generationId: 'g' }))
    const server = await scriptedServer((response) => {
      response.writeHead(307, { location: `${other.url}/api/generate/v2` }).end()
    })
    expect((await operations.submit(serviceAt(server.url))).type).toBe('unknown')
    expect(other.seen).toEqual([])
    expect(server.seen).toHaveLength(1)
  })

  it('is raw base64 in an upload, under one of the two purposes (O77, O79, O81)', async () => {
    const server = await scriptedServer(json(200, { imageUrl: 'https://m.test/1' }))
    await operations.upload(serviceAt(server.url))
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({
      imageBase64: Buffer.from('{"prompt":"a fox"}').toString('base64'),
      purpose: 'reference',
    })
  })

  it('is sent once, also where a kept connection dies just then (I3, A6)', async () => {
    let answered = 0
    const server = await scriptedServer((response) => {
      answered += 1
      if (answered > 1) response.socket?.destroy()
      else response.end('{"generationId":"g"}')
    })
    const service = serviceAt(server.url)
    expect((await operations.submit(service)).type).toBe('accepted')
    expect((await operations.submit(service)).type).toBe('unknown')
    expect(server.seen).toHaveLength(2)
  })
})

describe('an answer that drips', () => {
  /** A byte now and again, so that no pause is long enough to count as silence. */
  const drip = (socket: Socket): void => {
    socket.write(`${head}content-length: 100000\r\n\r\n`)
    const timer = setInterval(() => socket.write(' '), 50)
    socket.on('close', () => clearInterval(timer))
  }

  it.each(operationNames)('%s gives its place back, and says nothing of what became of it (M8, A6)', async (name) => {
    const service = serviceAt(await lineThat(drip), { ...limits, totalMs: 400 })
    expect((await operations[name](service)).type).toBe(noVerdict[name])
  })

  it('is unknown, never unsent: the request may have arrived (M8, A6)', async () => {
    const exchanger = new Exchanger({ ...limits, totalMs: 400 })
    onTestFinished(() => exchanger.close())
    const url = await lineThat(drip)
    expect(await exchanger.exchange({ method: 'POST', url, body: Buffer.from('{}') })).toMatchObject({
      type: 'unknown',
    })
  })
})
