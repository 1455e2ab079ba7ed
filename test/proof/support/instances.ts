import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Operation } from './operations.ts'

/** Several processes at one home. */
export class Instances {
  readonly #all: Instance[] = []
  readonly #args: string[]
  readonly #waiting = new Set<() => void>()

  constructor(program: string, home: string, service: string, key: string, scale: number, picture: string) {
    this.#args = [program, home, service, key, String(scale), picture]
  }

  start(): Instance {
    const instance = new Instance(spawn(process.execPath, this.#args, { stdio: ['pipe', 'pipe', 'pipe'] }), () =>
      this.#wake(),
    )
    this.#all.push(instance)
    return instance
  }

  get alive(): Instance[] {
    return this.#all.filter(({ isAlive }) => isAlive)
  }

  /** The one that has said so last, as long as it lives. */
  get holder(): Instance | null {
    return this.alive.filter(({ drives }) => drives).sort((a, b) => b.drivesSinceMs - a.drivesSinceMs)[0] ?? null
  }

  /** What all of them have said, the dead too. */
  get lines(): string[] {
    return this.#all.flatMap(({ lines }) => lines)
  }

  get complaints(): string {
    return this.#all.map((instance) => instance.complaints).join('')
  }

  #wake(): void {
    for (const check of this.#waiting) check()
  }

  /** Resolves once something that they say makes it so. */
  until<T>(look: () => T | null, patienceMs: number, what: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const check = (): void => {
        const found = look()
        if (found === null) return
        clearTimeout(limit)
        this.#waiting.delete(check)
        resolve(found)
      }
      const limit = setTimeout(() => {
        this.#waiting.delete(check)
        reject(
          new Error(`waited in vain for ${what}; said last: ${this.lines.slice(-6).join(', ')} ${this.complaints}`),
        )
      }, patienceMs)
      this.#waiting.add(check)
      check()
    })
  }

  async killAll(): Promise<void> {
    await Promise.all(this.alive.map((instance) => instance.kill()))
  }
}

export class Instance {
  readonly lines: string[] = []
  drives = false
  drivesSinceMs = 0
  isAlive = true
  complaints = ''
  #asked = 0
  readonly #child: ChildProcess
  readonly #ended: Promise<void>

  constructor(child: ChildProcess, onNews: () => void) {
    this.#child = child
    this.#ended = new Promise((resolve) => child.once('exit', () => resolve()))
    child.once('exit', () => {
      this.isAlive = false
      onNews()
    })
    child.stderr?.on('data', (bytes) => {
      this.complaints += String(bytes)
    })
    // Its end is known from elsewhere.
    child.stdin?.on('error', () => undefined)
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', (line) => {
        this.lines.push(line)
        if (line === 'drives') this.drivesSinceMs = performance.now()
        if (line === 'drives' || line === 'watches') this.drives = line === 'drives'
        onNews()
      })
  }

  /** Whether it has said of every order what became of it. */
  get hasAnswered(): boolean {
    return this.lines.filter((line) => /^(not )?ordered/.test(line)).length === this.#asked
  }

  get isThere(): boolean {
    return this.lines.includes('is there')
  }

  order(operation: Operation): void {
    this.#asked += 1
    this.#child.stdin?.write(`${operation}\n`)
  }

  /** Resolves once it is dead. Another may drive before its death is heard of. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended
  }

  stop(): void {
    this.#child.kill('SIGSTOP')
  }

  goOn(): void {
    this.#child.kill('SIGCONT')
  }
}
