import { rm } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, sep } from 'node:path'
import { renameDurablyLater, syncFolderLater } from '../platform/durable-file.ts'
import { isFree, takeName } from '../platform/take-name.ts'
import type { Asset, Assets } from '../store/assets.ts'
import type { LibraryPlace } from './place.ts'
import { contentOf, sightOf } from './sight.ts'

export type PutBack =
  | {
      type: 'there'
      /** What the changed file is called now that was in its place. */
      keptAs: string | null
      /** What it is called where something else has its place. */
      calledNow: string | null
    }
  | { type: 'not-had'; why: string }

/**
 * Puts a whole, synced file with the recorded content where the library has it. What is there and is not that file is
 * somebody's: a changed one goes on under a name of its own beside, anything else stays, and the file takes another name.
 * Said to be there only after it was read there.
 * @param incoming in the folder of the place; its name is the caller's to take away
 * @throws the system's error; no bytes are lost then
 */
export async function putBack(
  incoming: string,
  asset: Pick<Asset, 'id' | 'relativePath' | 'sha256'>,
  { place, assets }: { place: LibraryPlace; assets: Assets },
): Promise<PutBack> {
  const path = place.pathOf(asset)
  let keptAs: string | null = null
  for (;;) {
    const sight = await sightOf(path)
    if (sight.what === 'untold') return { type: 'not-had', why: `its place cannot be looked at: ${sight.why}` }
    if (sight.what === 'other') return underOtherName(incoming, path, asset, { place, assets })
    if (sight.what === 'nothing') {
      if (await takeName('result rename', incoming, path)) break
      continue
    }
    const now = await contentOf(path, asset.sha256)
    if (now.is === 'same') return { type: 'there', keptAs, calledNow: null }
    if (now.is === 'untold' && !now.isBroken)
      return { type: 'not-had', why: `the file in its place cannot be read: ${now.why}` }
    keptAs = await keepChanged(path)
  }
  return wholeAt(incoming, path, asset.sha256, { type: 'there', keptAs, calledNow: null })
}

/** A folder, a pipe, a link that leads nowhere: it stays, and the row goes first, so that a crash leaves no file unknown. */
async function underOtherName(
  incoming: string,
  path: string,
  asset: Pick<Asset, 'id' | 'sha256'>,
  { place, assets }: { place: LibraryPlace; assets: Assets },
): Promise<PutBack> {
  for (let n = 2; ; n += 1) {
    const free = numbered(path, `-${n}`)
    const below = relative(place.folder, free).split(sep).join('/')
    if (!(await isFree(free)) || assets.isPlace(below)) continue
    assets.setPlace(asset.id, below)
    if (await takeName('result rename', incoming, free))
      return wholeAt(incoming, free, asset.sha256, { type: 'there', keptAs: null, calledNow: basename(free) })
  }
}

async function wholeAt(incoming: string, path: string, sha256: string, there: PutBack): Promise<PutBack> {
  await rm(incoming, { force: true })
  await syncFolderLater(dirname(path))
  const now = await contentOf(path, sha256)
  if (now.is === 'same') return there
  return { type: 'not-had', why: 'what was written in its place reads otherwise, so that disk needs looking after' }
}

/** Renamed and never copied: whatever it is by then, its bytes stay. */
async function keepChanged(path: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const beside = numbered(path, n === 1 ? ' (changed)' : ` (changed ${n})`)
    if (!(await isFree(beside))) continue
    await renameDurablyLater('result rename', path, beside)
    return basename(beside)
  }
}

/** `lighthouse (changed).png` of `lighthouse.png`. */
export function numbered(path: string, added: string): string {
  const extension = extname(path)
  return join(dirname(path), `${basename(path, extension)}${added}${extension}`)
}
