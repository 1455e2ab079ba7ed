import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { program } from './terminal.ts'

export interface ToolAnswer {
  isError?: boolean
  content: { type: string; text: string }[]
  structuredContent?: Record<string, unknown>
}

interface Message {
  jsonrpc: '2.0'
  id?: number
  result?: unknown
  error?: { code: number; message: string }
}

/** `printroom mcp` as a program that speaks JSON-RPC to it sees it: a child process, one message a line. */
export class Agent {
  readonly child: ChildProcess
  /** Standard output as it came: nothing but the protocol may stand there. */
  stdout = ''
  stderr = ''
  #next = 0
  #rest = ''
  readonly #waiting = new Map<number, PromiseWithResolvers<Message>>()

  constructor(words: string[], env: Record<string, string> = {}) {
    const { PRINTROOM_HOME: _home, PRINTROOM_SERVICE: _service, PRINTROOM_API_KEY: _key, ...own } = process.env
    this.child = spawn(process.execPath, [program, ...words, 'mcp'], {
      env: { ...own, PRINTROOM_TIME_SCALE: '20', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.child.stdout?.on('data', (chunk: Buffer) => this.#take(chunk.toString()))
    this.child.stderr?.on('data', (chunk: Buffer) => {
      this.stderr += chunk
    })
    this.child.stdin?.on('error', () => undefined)
    this.child.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`it ended: ${this.stderr}`))
    })
    onTestFinished(async () => {
      if (this.child.exitCode === null && this.child.signalCode === null) await this.kill()
    })
  }

  #take(text: string): void {
    this.stdout += text
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) {
      const message = JSON.parse(line) as Message
      if (message.id !== undefined) this.#waiting.get(message.id)?.resolve(message)
    }
  }

  write(line: string): void {
    this.child.stdin?.write(`${line}\n`)
  }

  request(method: string, params: unknown): Promise<Message> {
    this.#next += 1
    const id = this.#next
    const waiting = Promise.withResolvers<Message>()
    this.#waiting.set(id, waiting)
    this.write(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    return waiting.promise
  }

  async begin(): Promise<this> {
    await this.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    })
    this.write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }))
    return this
  }

  async call(name: string, args: unknown = {}): Promise<ToolAnswer> {
    const { result, error } = await this.request('tools/call', { name, arguments: args })
    if (error) return { isError: true, content: [{ type: 'text', text: error.message }] }
    return result as ToolAnswer
  }

  /** Of a call that must come to something. */
  async value(name: string, args: unknown = {}): Promise<Record<string, unknown>> {
    const answer = await this.call(name, args)
    if (answer.isError || !answer.structuredContent) throw new Error(answer.content[0]?.text)
    return answer.structuredContent
  }

  /** As a client ends it: it closes the input. */
  async close(): Promise<number | null> {
    this.child.stdin?.end()
    if (this.child.exitCode === null) await once(this.child, 'close')
    return this.child.exitCode
  }

  async kill(): Promise<void> {
    const ended = once(this.child, 'close')
    this.child.kill('SIGKILL')
    await ended
  }
}
