import { z } from 'zod'
import { text } from '../fields.ts'
import { galleryFound, galleryList, galleryView } from '../gallery.ts'
import { fileHandle } from '../handles.ts'
import {
  collectionName,
  libraryAct,
  libraryDetails,
  libraryFacets,
  libraryFilter,
  libraryItem,
  libraryList,
  libraryMarks,
  libraryPlace,
  librarySelection,
  libraryShape,
  librarySync,
} from '../library.ts'
import { touchUpStart, touchUpWish } from '../touch-up.ts'
import { assetView } from '../views.ts'
import { defineCall, nothing } from './call.ts'

export const libraryCallSchemas = {
  /** Opens a list of the library, in the order of its filter, with its first pictures. Eight lists are kept; each stands still until `sync`. */
  'library.open': defineCall(
    'engine',
    z.object({ filter: libraryFilter, limit: z.number().int().min(1).max(500) }),
    libraryList,
  ),
  /** How many pictures a filter has, counted no further than to `most`. */
  'library.count': defineCall(
    'engine',
    z.object({ filter: libraryFilter, most: z.number().int().min(1).max(10_000) }),
    z.object({ count: z.number().int().nonnegative() }),
  ),
  /** A search under a name; that of the same name is replaced. */
  'library.saveSearch': defineCall(
    'engine',
    z.object({ name: collectionName, filter: libraryFilter }),
    z.object({ id: text(64) }),
  ),
  'library.renameSearch': defineCall('engine', z.object({ id: text(64), name: collectionName }), nothing),
  'library.dropSearch': defineCall('engine', z.object({ id: text(64) }), nothing),
  /** The next stretch of a list, until its `next` is null. */
  'library.shape': defineCall('engine', z.object({ list: text(64) }), libraryShape),
  /** Pictures of a list by their places. */
  'library.slice': defineCall(
    'engine',
    z.object({ list: text(64), from: z.number().int().nonnegative(), count: z.number().int().min(1).max(500) }),
    z.array(libraryItem),
  ),
  'library.sync': defineCall('engine', z.object({ list: text(64) }), librarySync),
  'library.place': defineCall(
    'engine',
    z.object({ list: text(64), id: text(64) }),
    z.object({ place: z.number().int().nullable() }),
  ),
  /** The chosen pictures themselves, 5,000 at most. */
  'library.items': defineCall('engine', z.object({ of: librarySelection }), z.array(libraryItem)),
  /** Those of a choice that can be ordered with: pictures that are in their places. */
  'library.files': defineCall(
    'engine',
    z.object({ of: librarySelection }),
    z.array(z.object({ id: z.string(), file: fileHandle })),
  ),
  'library.details': defineCall('engine', z.object({ id: text(64) }), libraryDetails),
  'library.facets': defineCall('engine', nothing, libraryFacets),
  /** To the app's own trash: out of sight, the file stays, and so does the receipt. */
  'library.trash': defineCall('engine', z.object({ of: librarySelection }), libraryAct),
  'library.restore': defineCall('engine', z.object({ of: librarySelection }), libraryAct),
  'library.mark': defineCall('engine', z.object({ of: librarySelection, marks: libraryMarks }), libraryAct),
  /** Takes an act back; a count of null: it is not known any more. */
  'library.undo': defineCall('engine', z.object({ undo: text(64) }), z.object({ count: z.number().int().nullable() })),
  'library.makeCollection': defineCall(
    'engine',
    z.object({ name: collectionName }),
    z.object({ id: z.number().int() }),
  ),
  'library.renameCollection': defineCall('engine', z.object({ id: z.number().int(), name: collectionName }), nothing),
  /** The pictures stay in the library. */
  'library.dropCollection': defineCall('engine', z.object({ id: z.number().int() }), nothing),
  'library.get': defineCall('engine', z.object({ id: text(64) }), libraryItem),
  /** The newest that a search finds, without a list of its own. */
  'library.find': defineCall(
    'engine',
    z.object({ search: text(400), limit: z.number().int().min(1).max(50) }),
    z.array(assetView),
  ),
  /** What a cutout can be touched up with. */
  'library.startTouchUp': defineCall('engine', z.object({ id: text(64) }), touchUpStart),
  /** A new picture, made here and at no cost; the one that it is of stays as it is. */
  'library.touchUp': defineCall('engine', touchUpWish, libraryItem),
  /** On to the system's trash, for good as far as the app goes; the receipt stays. Only what is in the app's trash. */
  'library.remove': defineCall('main', z.object({ of: librarySelection }), z.object({ count: z.number().int() })),
  /** The picture itself to the clipboard. */
  'library.copyPicture': defineCall('main', z.object({ id: text(64) }), nothing),
  /** Lets the drag that has just begun carry the files to other programs. */
  'library.dragOut': defineCall('main', z.object({ of: librarySelection }), nothing),
  'library.showInFolder': defineCall('main', z.object({ id: text(64) }), nothing),

  /** Where the library is, and what is under way with its files. */
  'library.placeNow': defineCall('engine', nothing, libraryPlace),
  /** Asks for a folder, then carries the library over to a new one in it; null where none was chosen. */
  'library.move': defineCall('main', nothing, libraryPlace.nullable()),
  /** Asks for the folder where somebody put the library by hand; files in it are checked. */
  'library.pointTo': defineCall('main', nothing, libraryPlace.nullable()),
  'library.stopTask': defineCall('engine', nothing, libraryPlace),
  'library.goOn': defineCall('engine', nothing, libraryPlace),
  /** Takes the copies of a move away that is not at its end; the library stays where it is. */
  'library.giveUpMove': defineCall('engine', nothing, libraryPlace),
  /** Puts what came of an ended task out of sight. */
  'library.endTask': defineCall('engine', nothing, libraryPlace),
  /** Every file against its recorded hash. */
  'library.check': defineCall('engine', nothing, libraryPlace),
  /** Which files are not where the library put them; then the list `missing` has them. */
  'library.lookForMissing': defineCall('engine', nothing, libraryPlace),
  /** Asks for a folder, and looks for missing files there by their content. Left out: for all of them. */
  'library.findMissing': defineCall('main', z.object({ of: librarySelection.optional() }), libraryPlace.nullable()),
  /** Missing files from their addresses, each against its recorded hash; costs nothing. */
  'library.fetchAgain': defineCall('engine', z.object({ of: librarySelection.optional() }), libraryPlace),

  /** Asks the service for one curated picture by its id or a link that ends with it, and keeps it (service.md §4.5). */
  'gallery.look': defineCall('engine', z.object({ typed: text(4096) }), galleryFound),
  /** Kept ones, newest first, without the service. `search`: words that all must be in it. */
  'gallery.list': defineCall(
    'engine',
    z.object({ search: text(400).optional(), label: text(400).optional() }),
    galleryList,
  ),
  'gallery.get': defineCall('engine', z.object({ id: text(200) }), galleryView),
  'gallery.forget': defineCall('engine', z.object({ id: text(200) }), nothing),
} as const
