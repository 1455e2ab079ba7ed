import { createHash, randomUUID } from 'node:crypto'
import { appendFileSync, rmSync } from 'node:fs'
import { lstat, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { codeOf } from '../../domain/error-code.ts'
import { answered } from './disk-answer.ts'
import { makeFolders } from './make-folders.ts'
import { ownFile } from './own-rights.ts'
import { type ProcessPlace, thisPlace } from './process-place.ts'

/**
 * What a program makes for as long as it runs lies in a folder of the system's for temporary files, whose name says which
 * process that is: number, start and place. It takes the folder away as it ends; what a killed one left goes at the next
 * start of another, and nobody else's ever does.
 */
const namePattern = /^printroom-(\d+)-(\d+)-([0-9a-f]{12})-[0-9a-f]{8}$/
const notesName = 'notes'
/** Hidden, and eight digits: shorter than any name that a copy is given, so that where one fits, both do. */
const temporaryPattern = /^\.[0-9a-f]{8}$/

let own: string | null = null

/** This process's, made when it is first asked for. @throws the system's error */
export function workFolder(): string {
  own ??= makeOwn()
  return own
}

function makeOwn(): string {
  const place = thisPlace()
  const start = place.startOf(process.pid) ?? '0'
  const name = `printroom-${process.pid}-${start}-${hashOf(place)}-${randomUUID().slice(0, 8)}`
  const path = join(tmpdir(), name)
  // One that another account made beforehand is not taken for ours.
  if (makeFolders(path, 0o700) === null) throw Object.assign(new Error(`EEXIST: ${path}`), { code: 'EEXIST' })
  process.on('exit', () => takeOwnAway(path))
  return path
}

function takeOwnAway(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  } catch {
    // Another process still writes into it (Chromium's, into a profile): it goes at the next start.
  }
}

const hashOf = ({ text }: ProcessPlace): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

/** A name for a file that is not whole yet, in somebody's folder, written down before it is there. */
export function temporaryIn(folder: string): string {
  const path = join(folder, `.${randomUUID().slice(0, 8)}`)
  appendFileSync(join(workFolder(), notesName), `${JSON.stringify(path)}\n`, { mode: ownFile })
  return path
}

/** Takes away what killed processes left. What cannot be taken away now is left to the next. */
export async function sweepWorkFolders(): Promise<void> {
  const place = thisPlace()
  const names = await readdir(tmpdir()).catch(() => [])
  for (const name of names) {
    const [, pid, start, hash] = namePattern.exec(name) ?? []
    if (pid === undefined || hash !== hashOf(place) || !isGone(Number(pid), start ?? '', place)) continue
    await sweep(join(tmpdir(), name)).catch(() => undefined)
  }
}

/** Numbers are given again: another process that has it now began later. */
function isGone(pid: number, start: string, { knowsProcesses, startOf }: ProcessPlace): boolean {
  if (knowsProcesses) return startOf(pid) !== start
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}

async function sweep(folder: string): Promise<void> {
  const found = await lstat(folder)
  // Another account may have put a link or a folder of that name there.
  if (!found.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) return
  const notes = await readFile(join(folder, notesName), 'utf8').catch(() => '')
  for (const line of notes.split('\n').filter((each) => each.endsWith('"')))
    await takeAway(String(JSON.parse(line)), found.birthtimeMs)
  await rm(folder, { recursive: true, force: true })
}

/** A file by the noted name that is older is a person's. */
async function takeAway(path: string, sinceMs: number): Promise<void> {
  if (!temporaryPattern.test(basename(path))) return
  await answered(dirname(path), async () => {
    const found = await lstat(path).catch(() => null)
    if (found?.isFile() && found.birthtimeMs >= sinceMs - 10) await rm(path, { force: true })
  })
}
