import type { Timing } from '../../domain/request/events.ts'
import type { Images } from '../images/port.ts'
import type { Folders } from '../platform/home.ts'
import type { Thumbnails } from '../sources/thumbnails.ts'
import type { Asset } from '../store/assets.ts'
import type { Store } from '../store/store.ts'
import type { RequestViewParts } from '../views/request-view.ts'
import type { LibraryPlace } from './place.ts'

/** What acts on the library's files take of an engine. */
export interface LibraryContext {
  readonly options: { readonly folders: Folders }
  readonly store: Store
  readonly place: LibraryPlace
  readonly thumbnails: Thumbnails
  readonly images: Images
  /** What is being done for a request at this moment. */
  readonly driver: { activityOf(requestId: string): RequestViewParts['activity'] }
  readonly timing: Timing
  pathOf(asset: Asset): string
}
