import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `first-run.json`. A check has `passed`, `failed`, was `not run` (with why) or `not asked` for, or belongs to `another system`; what is done by
 * hand is `open` until somebody has said what they saw.
 * @typedef {{ group: string, name: string, verdict: string, words: string, seconds?: number, details?: unknown }} Checked
 * @typedef {{ at: string, commit: string, runtime: 'genuine' | 'stand-in', system: object, versions: object,
 *   checks: Checked[], byHand: { name: string, verdict: string, words: string, at?: string }[] }} Report
 */

export const reportFile = (folder) => join(folder, 'first-run.json')

export function writeReport(folder, report) {
  mkdirSync(folder, { recursive: true })
  const said =
    report.runtime === 'genuine' ? report : { proves: 'nothing of Electron: this was a rehearsal', ...report }
  writeFileSync(reportFile(folder), `${JSON.stringify(said, null, 2)}\n`)
}

/** @returns {Report | null} */
export function readReport(folder) {
  try {
    return JSON.parse(readFileSync(reportFile(folder), 'utf8'))
  } catch {
    return null
  }
}

/**
 * 0 of a run that was no rehearsal only where genuine Electron ran and each check of this system passed; what is done by
 * hand is kept apart. A rehearsal is 0 where something ran and nothing failed.
 * @param {Report} report
 * @param {boolean} isRehearsal
 */
export function statusOf({ runtime, checks }, isRehearsal) {
  const has = (verdict) => checks.some((check) => check.verdict === verdict)
  if (has('failed') || !has('passed')) return 1
  if (isRehearsal) return 0
  return runtime === 'genuine' && !has('not run') ? 0 : 1
}

/** @param {Report} report */
export function summary({ checks, byHand }) {
  const count = (verdict) => checks.filter((check) => check.verdict === verdict).length
  const open = byHand.filter(({ verdict }) => verdict === 'open').length
  return `${count('passed')} passed, ${count('failed')} failed, ${count('not run')} not run, ${count('not asked')} not asked for, ${count('another system')} of other systems; by hand ${byHand.length - open} seen, ${open} open`
}
