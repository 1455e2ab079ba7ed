import { capDayMs, type SumRow, type Sums, sumsFrom } from '../../domain/quote/cap.ts'
import type { Db } from './db.ts'

/** Sums and finds over the derived columns of all receipts (derived.ts), without reading a receipt. */
export class ReceiptQueries {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /**
   * What one service's receipts hold of a day's cap at a moment.
   * @param except the number of a receipt that is left out
   */
  ofDay(origin: string, nowMs: number, except: string | null = null): Sums {
    return this.#sums(
      `origin = @origin AND is_open IN (0, 1)
       AND (holding IN ('waiting', 'inFlight') OR holding = 'spent' AND held_ms >= @since)`,
      { origin, since: Math.trunc(nowMs - capDayMs), except },
    )
  }

  /** What the receipts of one batch hold, whenever they were charged. */
  ofBatch(batchId: string, except: string | null = null): Sums {
    return this.#sums('batch_id = @batchId', { batchId, except })
  }

  /** What the receipts hold that agents ordered within one budget, whenever that was. */
  ofAgents(budget: string, except: string | null = null): Sums {
    return this.#sums('agent_budget = @budget', { budget, except })
  }

  /** Numbers of what agents asked one service for under a key of theirs, in its order. */
  ofAgentKey(origin: string, key: string): string[] {
    const sql = 'SELECT id FROM requests WHERE agent_key = ? AND origin = ? ORDER BY seq'
    return this.#db.prepare<[string, string], string>(sql).pluck().all(key, origin)
  }

  /** How many requests of agents wait for a person to approve them. */
  waitingOfAgents(origin: string): number {
    const count = this.#db.prepare<[string], number>(
      "SELECT count(*) FROM requests WHERE agent_budget = '' AND origin = ? AND phase = 'needs-decision'",
    )
    return count.pluck().get(origin) ?? 0
  }

  #sums(where: string, values: Record<string, string | number | null>): Sums {
    const rows = this.#db
      .prepare<[typeof values], SumRow>(
        `SELECT holding AS kind, sum(held_credits) AS credits, count(held_credits) AS known, count(*) AS "all"
         FROM requests WHERE (${where}) AND seq IS NOT (SELECT seq FROM requests WHERE id = @except) GROUP BY holding`,
      )
      .all(values)
    return sumsFrom(rows)
  }

  /** Runs of one Skill that were sent since a moment or wait to be: our own count, on this computer alone (A24). */
  runsSince(origin: string, skill: string, sinceMs: number): number {
    const count = this.#db.prepare<[string, string, number], number>(
      `SELECT count(*) FROM requests WHERE origin = ? AND skill = ? AND (sent_ms >= ? OR holding = 'waiting')`,
    )
    return count.pluck().get(origin, skill, Math.trunc(sinceMs)) ?? 0
  }

  /** Numbers of one service's open receipts, and whether each may have been sent. */
  open(origin: string): { id: string; isSent: boolean }[] {
    return this.#db
      .prepare<[string], { id: string; sent: number }>(
        'SELECT id, sent_ms IS NOT NULL AS sent FROM requests WHERE origin = ? AND is_open = 1',
      )
      .all(origin)
      .map(({ id, sent }) => ({ id, isSent: sent === 1 }))
  }

  /** Fingerprint of the key that a receipt was approved under; null where it has none, or its row is damaged. */
  keyOf(id: string): string | null {
    const key = this.#db.prepare<[string], string | null>(
      "SELECT CASE WHEN json_valid(receipt) THEN json_extract(receipt, '$.keyFingerprint') END FROM requests WHERE id = ?",
    )
    return key.pluck().get(id) ?? null
  }

  /** Whether anything of this kind was ever ordered and has not come to nothing: else no file need be hashed to look for it. */
  hasOrdered(origin: string, kind: string, skill: string | null): boolean {
    const exists = this.#db.prepare<[string, string, string | null], number>(
      `SELECT EXISTS (SELECT 1 FROM requests WHERE origin = ? AND kind = ? AND skill IS ?
       AND phase NOT IN ('rejected', 'cancelled', 'failed', 'gone'))`,
    )
    return exists.pluck().get(origin, kind, skill) === 1
  }

  /** Numbers of completed requests of the same thing (order-fingerprint.ts), newest first. */
  completedLike(origin: string, sameness: string): string[] {
    return this.#db
      .prepare<[string, string], string>(
        `SELECT id FROM requests WHERE origin = ? AND sameness = ? AND phase = 'completed' ORDER BY seq DESC LIMIT 20`,
      )
      .pluck()
      .all(origin, sameness)
  }

  /** The newest request of the same thing that is in the queue or under way; null where there is none. */
  openLike(origin: string, sameness: string): string | null {
    const newest = this.#db.prepare<[string, string], string>(
      `SELECT id FROM requests WHERE origin = ? AND sameness = ? AND phase NOT IN
       ('completed', 'partial', 'rejected', 'cancelled', 'failed', 'gone') ORDER BY seq DESC LIMIT 1`,
    )
    return newest.pluck().get(origin, sameness) ?? null
  }

  /** The request that was ordered in place of this one and has not come to nothing itself; null where there is none. */
  replacementOf(id: string): string | null {
    return (
      this.#db
        .prepare<[string], string>(
          `SELECT id FROM requests WHERE replaces = ? AND phase NOT IN ('rejected', 'cancelled', 'failed', 'gone')
           ORDER BY seq DESC LIMIT 1`,
        )
        .pluck()
        .get(id) ?? null
    )
  }
}
