import type { WatchSetting } from '../../domain/watch/setting.ts'
import { type Listing, timedForm, type WatchedFile } from '../images/worker/scan.ts'
import { sanitizeText } from '../platform/text.ts'
import type { KnownFile } from '../store/watch-rows.ts'
import type { WatchContext } from './context.ts'

/**
 * What is known of a new file and those that were there before the folder was watched, or were left alone since. `same`:
 * one of them has its content. `gone`: one of its size went away before it was read, so nobody can tell. `unread`: one of
 * its size is there and cannot be read now.
 */
export type Before = { is: 'same' | 'new' } | { is: 'gone' | 'unread'; message: string }

/** By content alone: names and times are no proof that a picture is another one. Only files of the same size are read. */
export async function beforeOf(
  file: WatchedFile & { folder: string },
  content: string,
  { id }: WatchSetting,
  { there, signal }: { there: Listing; signal: AbortSignal },
  { images: { folders }, store: { watches } }: WatchContext,
): Promise<Before> {
  if (watches.knowsContent(id, content)) return { is: 'same' }
  let found: Before = { is: 'new' }
  for (const known of watches.unread(id, file.sizeBytes)) {
    const same = there.find(known)
    if (same === null) {
      // It is where it was, and a new file of its size is no reason to wait for ever for a name that no string can say.
      if (there.hasOdd(known)) continue
      if (found.is === 'new') found = { is: 'gone', message: goneWords(known, file) }
      continue
    }
    const read = await folders.read(file.folder, same.name, signal).catch(() => null)
    if (read === null || read.stat !== same.stat) {
      found = { is: 'unread', message: unreadWords(known) }
      continue
    }
    watches.remember(id, { ...known, sha256: read.sha256 })
    if (read.sha256 === content) return { is: 'same' }
  }
  return found
}

const goneWords = (known: KnownFile, file: WatchedFile): string => {
  const what = timedForm(known.stat) === timedForm(file.stat) ? 'the size and the time' : 'the size'
  return `It has ${what} of “${sanitizeText(known.name)}”, which was here before the folder was watched and is not found any more, so it may be the same picture. Nothing was ordered. Order it from the Skill’s form if it is new.`
}

const unreadWords = ({ name }: KnownFile): string =>
  `It has the size of “${sanitizeText(name)}”, which was here before the folder was watched and cannot be read now, so it may be the same picture. Nothing was ordered.`
