import { waitsToBeSent } from '../../domain/request/doubt.ts'
import type { RequestEffect } from '../../domain/request/events.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import type { RateGate } from '../pace/pace.ts'
import type { Timers } from '../platform/timers.ts'
import { Lane } from './lane.ts'

/** Paid submits at once (A23). */
const submitsAtOnce = 2
const looksAtOnce = 8
const downloadsAtOnce = 6

/** Where requests wait for what is done next for them; at most one task of a request stands in all of them together. */
export class Lanes {
  readonly prepare: Lane
  readonly submit: Lane
  readonly look: Lane
  readonly download: Lane
  readonly #all: readonly Lane[]

  /** @param preparing so many pictures are made ready at once */
  constructor(preparing: number, timers: Timers, gate: RateGate) {
    this.prepare = new Lane(preparing, timers, gate)
    this.submit = new Lane(submitsAtOnce, timers, gate)
    this.look = new Lane(looksAtOnce, timers, gate)
    this.download = new Lane(downloadsAtOnce, timers)
    this.#all = [this.prepare, this.submit, this.look, this.download]
  }

  of(effect: RequestEffect, receipt: Receipt): Lane {
    // The look before something is sent again waits with what is sent: a pause holds both.
    if (effect.do === 'lookUp' && waitsToBeSent(receipt)) return this.submit
    switch (effect.do) {
      case 'prepare':
        return this.prepare
      case 'submit':
        return this.submit
      case 'lookUp':
      case 'poll':
        return this.look
      case 'bringHome':
        return this.download
    }
  }

  isRunning(id: string): boolean {
    return this.#all.some((lane) => lane.isRunning(id))
  }

  /** What was planned for it is not done. */
  take(id: string): void {
    for (const lane of this.#all) lane.take(id)
  }

  /** What costs keeps the order that people gave it. */
  reorder(id: string, order: Parameters<Lane['reorder']>[1]): void {
    this.prepare.reorder(id, order)
    this.submit.reorder(id, order)
  }

  /** Nothing that costs begins while they are held; what was sent is looked at and fetched all the same. */
  hold(isHeld: boolean): void {
    this.prepare.pause(isHeld)
    this.submit.pause(isHeld)
  }

  close(): void {
    for (const lane of this.#all) lane.close()
  }
}
