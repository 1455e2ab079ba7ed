import { statSync } from 'node:fs'
import { basename } from 'node:path'

/** Made by itself, or because somebody asked for it. Each kind pushes out only its own. */
export type BackupKind = 'own' | 'asked'

const askedEnd = '-asked.db'
export const endOf: Record<BackupKind, string> = { own: '.db', asked: askedEnd }
export const kindOf = (path: string): BackupKind => (path.endsWith(askedEnd) ? 'asked' : 'own')

/** The newest of a kind, whenever they were made. */
const newest: Record<BackupKind, number> = { own: 10, asked: 5 }
/** Beside them the first of each of the last days and weeks of which there is one: many at once push out none of before. */
const [days, weeks] = [7, 4]
/** All together, but for the three that matter most: a large database has fewer. */
const mostBytes = 8e9
const leastKept = 3

/**
 * Which of them go, now that one was made.
 * @param made stays whatever the clock says of the others
 * @param all newest first, `made` among them
 * @param isAhead of those dated by a wrong clock: they count among the newest alone
 */
export function backupsToDrop(made: string, all: readonly string[], isAhead: (path: string) => boolean): string[] {
  const spaced = new Set<string>()
  const recent = new Set<string>()
  for (const kind of ['own', 'asked'] as const) {
    const others = all.filter((path) => path !== made && kindOf(path) === kind)
    for (const path of others.slice(0, newest[kind] - (kindOf(made) === kind ? 1 : 0))) recent.add(path)
    const dated = others.filter((path) => !isAhead(path))
    for (const path of [...firstOfEach(dated, 1, days), ...firstOfEach(dated, 7, weeks)]) spaced.add(path)
  }
  const kept = withinBytes([made, ...all.filter((path) => spaced.has(path)), ...all.filter((path) => recent.has(path))])
  return all.filter((path) => !kept.has(path))
}

/** The oldest of each of the last `count` spans of so many days in which there are any. @param paths newest first */
function firstOfEach(paths: readonly string[], spanDays: number, count: number): string[] {
  const bySpan = new Map<number, string>()
  for (const path of paths) {
    const atMs = Date.parse(dayIn(path))
    if (!Number.isNaN(atMs)) bySpan.set(Math.floor(atMs / 86_400_000 / spanDays), path)
  }
  return [...bySpan.values()].slice(0, count)
}

const dayIn = (path: string): string => /^printroom-(\d{4}-\d\d-\d\d)T/.exec(basename(path))?.[1] ?? ''

/** @param byWorth those that matter most first */
function withinBytes(byWorth: readonly string[]): Set<string> {
  const kept = new Set<string>()
  let bytes = 0
  for (const path of byWorth) {
    if (kept.has(path)) continue
    bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0
    if (bytes > mostBytes && kept.size >= leastKept) break
    kept.add(path)
  }
  return kept
}
