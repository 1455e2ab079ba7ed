import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../remote.ts'
import { givenNames, pictureOf } from './pictures.ts'

/** Long ago, so that most file systems note the next reading. */
const unread = new Date('2001-01-01')

/** A name that no page has heard or says: shown, it was listed. */
export const unsaid = 'kept-to-itself.png'

/** Files and folders of one case. */
export class CaseFolders {
  readonly folder = realpathSync(temporaryFolder())
  readonly home = join(this.folder, 'home')
  /** What a person drops. */
  readonly given = join(this.folder, 'given')
  /** Folders that a person may choose in a dialog, and does not before. */
  readonly chosen = ['a', 'b', 'c'].map((name) => join(this.folder, 'chosen', name))
  /** What nobody ever gives. */
  readonly canary = join(this.folder, 'canary')
  readonly secret = join(this.canary, 'secret')
  /** Whether this file system notes that something is read. */
  notesReading = false

  async lay(): Promise<void> {
    for (const path of [this.home, this.given, ...this.chosen, this.secret, join(this.folder, 'data')])
      mkdirSync(path, { recursive: true })
    for (const name of givenNames) writeFileSync(join(this.given, name), await pictureOf(name))
    for (const folder of this.chosen) writeFileSync(join(folder, 'own.png'), await pictureOf('yellow.png'))
    const control = join(this.folder, 'control')
    for (const path of [control, ...this.canaries]) {
      writeFileSync(path, await pictureOf('canary.png'))
      utimesSync(path, unread, unread)
    }
    readFileSync(control)
    this.notesReading = statSync(control).atimeMs !== unread.getTime()
    rmSync(control)
  }

  get canaries(): string[] {
    return [join(this.canary, 'canary.png'), join(this.secret, unsaid)]
  }

  /** What was read, written or changed of what nobody gave, in words. */
  touched(): string[] {
    const wrongs: string[] = []
    for (const path of this.canaries) {
      const { atimeMs, mtimeMs } = statSync(path)
      if (mtimeMs !== unread.getTime()) wrongs.push(`${path} was written`)
      if (this.notesReading && atimeMs !== unread.getTime()) wrongs.push(`${path} was read`)
    }
    const beside = [...readdirSync(this.canary), ...readdirSync(this.secret), ...readdirSync(this.folder)].sort()
    const expected = ['canary', 'canary.png', 'chosen', 'data', 'given', 'home', unsaid, 'secret']
    if (beside.join() !== expected.join()) wrongs.push(`these lie there now: ${beside.join()}`)
    return wrongs
  }

  gone(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
