import { setTimeout as pause } from 'node:timers/promises'
import type { CallInput, CallOutput, CallsOf } from '../../contract/ipc.ts'
import { type LibraryItem, type LibrarySelection, picturesIn } from '../../contract/library.ts'
import type { Engine } from '../engine.ts'
import { NotNowError } from '../platform/call-error.ts'
import type { Item } from '../store/assets.ts'

type LibraryCall = Extract<CallsOf<'engine'>, `library.${string}`>

export type LibraryCalls = { [N in LibraryCall]: (input: CallInput<N>) => Promise<CallOutput<N>> }

/** An act holds the database for as long as it writes: this many rows are about a second. */
const mostAtOnce = 250_000
const mostItems = 5000
/** How long what is known of a picture waits for what looks like it. */
const alikeWaitMs = 80
/** A tag is written into the index of words too, which takes ten times as long. */
const mostTagged = 25_000

const noFile = (): NotNowError => new NotNowError('There is no such file in the library.')
const gone = (): NotNowError => new NotNowError('The library has changed meanwhile. Choose the pictures again.')

/** Rows that a choice in the window means, in the order of the list. */
export function seqsOf(engine: Engine, of: LibrarySelection, most = mostAtOnce): number[] {
  const { lists, organise } = engine.store
  if ('ids' in of) return organise.seqsOf(of.ids)
  const count = picturesIn(of)
  if (count > most)
    throw new NotNowError(
      `That is ${count.toLocaleString('en')} pictures; at most ${most.toLocaleString('en')} can be done at once. Nothing was changed. Choose fewer.`,
    )
  const seqs = lists.seqsAt(of.list, of.revision, of.ranges)
  if (seqs === null) throw gone()
  return seqs
}

/** What the window may ask of the library, one function a call. All of it works without the service. */
export const libraryCalls = (engine: Engine): LibraryCalls => ({
  ...lookCalls(engine),
  ...taskCalls(engine),
  ...changeCalls(engine),
})

type Look =
  | 'open'
  | 'count'
  | 'shape'
  | 'slice'
  | 'sync'
  | 'place'
  | 'items'
  | 'files'
  | 'get'
  | 'find'
  | 'details'
  | 'facets'
  | 'startTouchUp'
type Search = 'saveSearch' | 'renameSearch' | 'dropSearch'
type Collection = 'makeCollection' | 'renameCollection' | 'dropCollection'
type Change = 'touchUp' | 'trash' | 'restore' | 'mark' | 'undo' | Collection | Search

const itemIn = (engine: Engine, { asset, rating, flag }: Item): LibraryItem => ({
  ...engine.assetViewOf(asset),
  rating,
  flag,
  profile: asset.profile,
})

/** Lists of pictures, and what is known of each. */
function lookCalls(engine: Engine): Pick<LibraryCalls, `library.${Look}`> {
  const { lists, organise } = engine.store
  const itemsOf = async (items: readonly Item[]): Promise<LibraryItem[]> => {
    await engine.presence.look(items.map(({ asset }) => asset))
    return items.map((item) => itemIn(engine, item))
  }
  const lookForAlike = async (): Promise<void> =>
    lists.setAlike(await engine.nearDuplicates.all((seqs) => lists.trashedOf(seqs)))
  return {
    'library.open': async ({ filter, limit }) => {
      if (filter.show === 'twins') await lookForAlike()
      const { items, ...rest } = lists.open(filter, limit)
      return { ...rest, items: await itemsOf(items) }
    },
    'library.count': async ({ filter, most }) => ({ count: lists.count(filter, most) }),
    'library.shape': async ({ list }) => {
      const shape = lists.shape(list)
      if (shape === null) throw gone()
      return shape
    },
    'library.slice': async ({ list, from, count }) => {
      const items = lists.slice(list, from, count)
      if (items === null) throw gone()
      return itemsOf(items)
    },
    'library.sync': async ({ list }) => {
      // Whether a picture has its like changes with the other one.
      if (lists.isOfAlike(list)) await lookForAlike()
      return lists.sync(list)
    },
    'library.place': async ({ list, id }) => ({ place: lists.placeOf(list, id) }),
    'library.items': async ({ of }) => itemsOf(organise.itemsOf(seqsOf(engine, of, mostItems))),
    'library.files': async ({ of }) => {
      const assets = organise.itemsOf(seqsOf(engine, of, mostItems)).map(({ asset }) => asset)
      const pictures = assets.filter(({ mediaType }) => mediaType === 'image')
      await engine.presence.look(pictures)
      return pictures
        .filter((asset) => engine.presence.isPresent(asset))
        .map((asset) => ({ id: asset.id, file: engine.pathOf(asset) }))
    },
    'library.get': async ({ id }) => {
      const [item] = await itemsOf(organise.itemsOf(organise.seqsOf([id])))
      if (!item) throw noFile()
      return item
    },
    'library.find': async ({ search, limit }) => {
      const assets = engine.store.assets.find(search, limit)
      await engine.presence.look(assets)
      return assets.map((asset) => engine.assetViewOf(asset))
    },
    'library.details': async ({ id }) => {
      const [seq] = organise.seqsOf([id])
      if (seq === undefined) throw noFile()
      // The hashes of a large library are read once, for some seconds: the next look has what this one does not wait for.
      const alike = await Promise.race([engine.nearDuplicates.of(seq), pause(alikeWaitMs).then(() => [])])
      return organise.details(seq, alike)
    },
    'library.facets': async () => organise.facets(lists.missingCount),
    'library.startTouchUp': ({ id }) => engine.touchUps.start(id),
  }
}

/** The library's place, and what is under way with its files. */
function taskCalls(engine: Engine): Omit<LibraryCalls, `library.${Look | Change}`> {
  const tasks = engine.libraryTasks
  return {
    'library.placeNow': () => tasks.viewNow(),
    'library.stopTask': () => tasks.stop(),
    'library.goOn': async () => tasks.goOn(),
    'library.giveUpMove': () => tasks.giveUp(),
    'library.endTask': async () => tasks.end(),
    'library.check': async () => tasks.check(),
    'library.lookForMissing': async () => tasks.lookForMissing(),
    'library.fetchAgain': async ({ of }) => tasks.fetch(of === undefined ? null : seqsOf(engine, of, mostItems)),
  }
}

/** What a person does with pictures; the files stay as they are. */
function changeCalls(engine: Engine): Pick<LibraryCalls, `library.${Change}`> {
  const { organise } = engine.store
  const writable = (): void => {
    if (engine.store.readOnly) throw new NotNowError('This library can only be looked at now. Nothing was changed.')
  }
  return {
    'library.saveSearch': async ({ name, filter }) => {
      writable()
      const id = engine.store.smart.save(name, filter)
      if (id === null)
        throw new NotNowError('No more searches can be kept here. Delete one first. Nothing was changed.')
      return { id }
    },
    'library.renameSearch': async ({ id, name }) => {
      writable()
      if (!engine.store.smart.rename(id, name))
        throw new NotNowError(`Another smart collection is called ${name} already. Nothing was changed.`)
      return undefined
    },
    'library.dropSearch': async ({ id }) => {
      writable()
      engine.store.smart.drop(id)
      return undefined
    },
    'library.touchUp': async ({ id, strokes, keptFrom }) => {
      const asset = await engine.touchUps.save(id, strokes, keptFrom)
      return itemIn(engine, { asset, rating: 0, flag: null })
    },
    'library.trash': async ({ of }) => {
      writable()
      return organise.trash(seqsOf(engine, of), Date.now())
    },
    'library.restore': async ({ of }) => {
      writable()
      return organise.restore(seqsOf(engine, of))
    },
    'library.mark': async ({ of, marks }) => {
      writable()
      const rewords = marks.addTag !== undefined || marks.removeTag !== undefined
      return organise.mark(seqsOf(engine, of, rewords ? mostTagged : mostAtOnce), marks)
    },
    'library.undo': async ({ undo }) => {
      writable()
      return { count: organise.undo(undo) }
    },
    'library.makeCollection': async ({ name }) => {
      writable()
      return { id: organise.makeCollection(name, Date.now()) }
    },
    'library.renameCollection': async ({ id, name }) => {
      writable()
      if (!organise.renameCollection(id, name))
        throw new NotNowError(`Another collection is called ${name} already. Nothing was changed.`)
      return undefined
    },
    'library.dropCollection': async ({ id }) => {
      writable()
      organise.dropCollection(id)
      return undefined
    },
  }
}
