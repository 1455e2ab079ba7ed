import type { RequestView } from '../../contract/views.ts'
import type { Model } from '../../domain/catalogue/model.ts'
import type { Skill } from '../../domain/catalogue/skill.ts'
import type { Timing } from '../../domain/request/events.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import type { LiveList } from '../catalogue/live-list.ts'
import type { Overcharges } from '../catalogue/overcharges.ts'
import type { Images } from '../images/port.ts'
import type { KeyHolder } from '../key/key-holder.ts'
import type { LibraryPlace } from '../library/place.ts'
import type { PracticeHost } from '../practice/host.ts'
import type { Driver } from '../queue/driver.ts'
import type { ContentHashes } from '../sources/content-hashes.ts'
import type { Inspector } from '../sources/inspector.ts'
import type { Originals } from '../sources/originals.ts'
import type { SameFiles } from '../sources/same-files.ts'
import type { Asset } from '../store/assets.ts'
import type { Store } from '../store/store.ts'
import type { Budget } from './budget.ts'

/** What a quote and its approval take of an engine. */
export interface QuoteContext {
  /** Of the service that is asked and paid. */
  readonly origin: string
  readonly options: { readonly by: 'window' | 'terminal'; readonly timeScale: number; readonly now?: () => number }
  readonly store: Store
  readonly images: Images
  readonly inspector: Inspector
  readonly originals: Originals
  /** Of files that are ordered from; preparation reads them anew. */
  readonly hashes: ContentHashes
  readonly sameFiles: SameFiles
  readonly models: LiveList<Model[]>
  readonly skills: LiveList<Skill[]>
  readonly overcharges: Overcharges
  readonly timing: Timing
  readonly budget: Budget
  readonly key: KeyHolder
  /** Not null where nothing is paid; its key and address are known once it runs. */
  readonly practice: PracticeHost | null
  readonly driver: Driver
  readonly place: LibraryPlace
  pathOf(asset: Asset): string
  viewOf(receipt: Receipt): RequestView
  /** Whether another program has set another key, which is in use from now on. */
  readKeyAnew(): Promise<boolean>
  /** Origin of a loopback service while it is known: its own plain http addresses count as public. */
  ownOrigin(): string | null
}
