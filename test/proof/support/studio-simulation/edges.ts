import os from 'node:os'
import type { Clocks } from './clocks.ts'
import type { Computer } from './computer.ts'

/** Whose program runs at this moment: what it asks of its computer, the computer of this world answers. */
let running: Computer | null = null

const real = {
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
  now: Date.now,
  monotonic: performance.now,
  uptime: os.uptime,
}

/** What is looked at several times a second is looked at less often here: these computers are busy. */
const busyMs = 2400
const busyBelowMs = 1000

const clocks = (): Clocks | null => running?.clocks ?? null

/** Runs a program's part, up to where it waits. */
export function runAs(computer: Computer | null, call: () => void): void {
  running = computer
  call()
}

/** All that was begun has come to where it waits for the world. */
export const settled = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve))

type Call = () => void

function after(call: Call, ms: number, again: boolean): { stop: Call } {
  const computer = running
  if (computer === null) throw new Error('nobody runs whose timer this is')
  const everyMs = again && ms < busyBelowMs ? busyMs : ms
  let stop: Call = () => undefined
  const plan = (): void => {
    stop = computer.after(everyMs, () => {
      if (again) plan()
      call()
    })
  }
  plan()
  return { stop: () => stop() }
}

const isOurs = (timer: unknown): timer is { stop: Call } =>
  typeof timer === 'object' && timer !== null && 'stop' in timer && typeof timer.stop === 'function'

/** Takes the place of the computer's clocks and timers, for whoever runs in this world. @returns how to give them back */
export function takeClocks(): () => void {
  const stop = (stopReal: (timer: never) => void) => (timer: unknown) =>
    isOurs(timer) ? timer.stop() : stopReal(timer as never)
  Object.assign(globalThis, {
    setTimeout: (call: Call, ms = 0, ...rest: unknown[]) =>
      running === null ? real.setTimeout(call, ms, ...rest) : after(call, ms, false),
    setInterval: (call: Call, ms = 0, ...rest: unknown[]) =>
      running === null ? real.setInterval(call, ms, ...rest) : after(call, ms, true),
    clearTimeout: stop(real.clearTimeout),
    clearInterval: stop(real.clearInterval),
  })
  Date.now = () => clocks()?.wallMs() ?? real.now.call(Date)
  performance.now = () => clocks()?.monotonicMs() ?? real.monotonic.call(performance)
  os.uptime = () => (clocks()?.uptimeMs() ?? real.uptime() * 1000) / 1000
  return () => {
    running = null
    const { now, monotonic, uptime, ...timers } = real
    Object.assign(globalThis, timers)
    Date.now = now
    performance.now = monotonic
    os.uptime = uptime
  }
}
