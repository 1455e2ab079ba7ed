import { EventEmitter } from 'node:events'
import { expect, it, onTestFinished, vi } from 'vitest'
import { putOnMac } from '../../../src/main/updates/mac.ts'

/** Electron's own autoUpdater is macOS's alone; what is heeded of it are its events. */
function begun(endingMs?: number): { system: EventEmitter; ended: Promise<string>; isOver: () => boolean } {
  const system = new EventEmitter()
  let isOver = false
  const ended = putOnMac(system, () => system.emit('checking-for-update'), endingMs)
    .then(
      () => 'taken',
      (error: Error) => error.message,
    )
    .finally(() => {
      isOver = true
    })
  return { system, ended, isOver: () => isOver }
}

it.each(['error', 'update-not-available'])('a version is not installed where macOS says %s', async (name) => {
  const { system, ended } = begun()
  system.emit(name)
  expect(await ended).toBe('The system did not take the new version. Nothing was installed.')
})

it('waits without a clock while macOS has said neither, and takes its yes', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { system, ended, isOver } = begun(1)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(isOver()).toBe(false)
  system.emit('update-available')
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(isOver()).toBe(false)
  system.emit('update-downloaded')
  await vi.advanceTimersByTimeAsync(10)
  expect(await ended).toBe('taken')
})

it('a no after the yes is a no: the signature is looked at last', async () => {
  const { system, ended } = begun()
  system.emit('update-downloaded')
  system.emit('error')
  expect(await ended).toMatch(/did not take/)
})
