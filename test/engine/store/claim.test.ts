import { spawnSync } from 'node:child_process'
import { hostname } from 'node:os'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ProcessPlace } from '../../../src/engine/platform/process-place.ts'
import { Claim } from '../../../src/engine/store/claim.ts'
import type { Db } from '../../../src/engine/store/db.ts'
import { newFolder } from '../../support/folders.ts'
import { openedParts } from './support/open.ts'

describe('the claim on a queue', () => {
  let db: Db
  let holder: Claim
  let watcher: Claim

  beforeEach(async () => {
    db = (await openedParts(newFolder())).db
    holder = new Claim(db, 'service', 'holder')
    watcher = new Claim(db, 'service', 'watcher')
    expect(holder.tryTake(0)).toBe(true)
  })

  it('has one holder, however long it lives (I3)', () => {
    for (let ms = 0; ms < 60_000; ms += 1000) {
      expect(watcher.tryTake(ms)).toBe(false)
      expect(holder.beat()).toBe(true)
    }
    expect(watcher.held).toBe(false)
  })

  it('is one a service', () => {
    expect(new Claim(db, 'another service', 'watcher').tryTake(0)).toBe(true)
  })

  it('is free at once when it is given back', () => {
    holder.release()
    expect(holder.held).toBe(false)
    expect(watcher.tryTake(0)).toBe(true)
  })

  it('passes on when a live holder has been silent for 3 seconds of the watcher’s own clock', () => {
    const start = 5_000_000
    expect(watcher.tryTake(start)).toBe(false)
    expect(watcher.tryTake(start + 3000)).toBe(false)
    expect(watcher.tryTake(start + 3001)).toBe(true)
  })

  it('counts the silence anew with each beat', () => {
    expect(watcher.tryTake(0)).toBe(false)
    holder.beat()
    expect(watcher.tryTake(3500)).toBe(false)
    expect(watcher.tryTake(6000)).toBe(false)
    expect(watcher.tryTake(6501)).toBe(true)
  })

  it('passes on at once when the holder’s process is dead', () => {
    const { pid } = spawnSync('true')
    db.prepare("UPDATE claims SET pid = ?, holder = 'dead'").run(pid)
    expect(watcher.tryTake(0)).toBe(true)
  })

  it('of another computer is not judged by its process number', () => {
    const { pid } = spawnSync('true')
    db.prepare('UPDATE claims SET pid = ?, host = ?').run(pid, `${hostname()}-other`)
    for (let ms = 0; ms <= 10_000; ms += 1000) expect(watcher.tryTake(ms)).toBe(false)
    expect(watcher.tryTake(10_001)).toBe(true)
  })

  it.each([
    ['another container of this computer', { text: 'host boot pid:[2] time:[1]' }],
    ['another computer of the same name', { text: 'host other-boot pid:[1] time:[1]' }],
    ['a place that nobody can tell', { text: 'host ?', knowsProcesses: false }],
  ])('is not taken from a holder that beats, seen from %s, where its number means nothing (S1)', (_, other) => {
    const { pid } = spawnSync('true')
    const here: ProcessPlace = { text: 'host boot pid:[1] time:[1]', knowsProcesses: true, startOf: () => '7' }
    const inside = new Claim(db, 'photos', 'inside', here)
    const outside = new Claim(db, 'photos', 'outside', { ...here, ...other })
    expect(inside.tryTake(0)).toBe(true)
    db.prepare('UPDATE claims SET pid = ?').run(pid)
    for (let ms = 0; ms < 60_000; ms += 1000) {
      expect(outside.tryTake(ms)).toBe(false)
      expect(inside.beat()).toBe(true)
    }
    expect(db.prepare("SELECT fence FROM claims WHERE name = 'photos'").pluck().get()).toBe(1)
    for (let ms = 60_000; ms <= 70_000; ms += 1000) expect(outside.tryTake(ms)).toBe(false)
    expect(outside.tryTake(70_001), 'one that is silent for long has stopped').toBe(true)
  })

  it('passes on at once when another process has the number of its dead holder (S1)', () => {
    const place: ProcessPlace = { text: 'a', knowsProcesses: true, startOf: () => '7' }
    expect(new Claim(db, 'photos', 'first', place).tryTake(0)).toBe(true)
    const second = new Claim(db, 'photos', 'second', place)
    expect(second.tryTake(0)).toBe(false)
    expect(new Claim(db, 'photos', 'third', { ...place, startOf: () => '8' }).tryTake(0)).toBe(true)
  })

  it('is not taken by a watcher for a silence in which it stood still itself (S1)', () => {
    expect(watcher.tryTake(0)).toBe(false)
    watcher.lookAnew()
    expect(watcher.tryTake(60_000)).toBe(false)
    expect(watcher.tryTake(63_000)).toBe(false)
    expect(watcher.tryTake(63_001)).toBe(true)
  })

  it('that was taken over is lost for good: no beat, no write, no giving back (I3)', () => {
    watcher.tryTake(0)
    expect(watcher.tryTake(3001)).toBe(true)
    expect(holder.isCurrent()).toBe(false)
    expect(holder.beat()).toBe(false)
    expect(holder.held).toBe(false)
    holder.release()
    expect(watcher.isCurrent()).toBe(true)
    expect(watcher.beat()).toBe(true)
  })

  it('taken again by the same process is a new one: what ran under the old fence is refused', () => {
    expect(holder.tryTake(10)).toBe(true)
    expect(holder.isCurrent()).toBe(true)
    expect(db.prepare('SELECT fence FROM claims').pluck().get()).toBe(2)
  })
})
