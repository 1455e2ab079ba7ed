import type { AppSnapshot } from '../../contract/app.ts'
import type { RequestView } from '../../contract/views.ts'
import { call } from '../bridge/bridge.ts'
import { useNotices } from '../bridge/notices-store.ts'
import { t } from '../format/messages.ts'
import { showLanguage } from '../format/show-language.ts'
import { useApp } from './app-store.ts'
import { useCopies } from './copies-store.ts'
import { useCreate } from './create-store.ts'
import { useExports } from './exports-store.ts'
import { useGallery } from './gallery-store.ts'
import { useLibraryPlace } from './library-place-store.ts'
import { useLibrary } from './library-store.ts'
import { usePaletteMemory } from './palette-store.ts'
import { useProjects } from './projects-store.ts'
import { useQueue } from './queue-store.ts'
import { useRequests } from './requests-store.ts'
import { forgetDrafts, takeDraftsAlong } from './save-later.ts'
import { useSkills } from './skill-store.ts'
import { useView } from './view-store.ts'
import { useWatches } from './watch-store.ts'

/** Which home's lists the window has, or is reading; null where it has none, and looks again with the next snapshot. */
let listsOf: string | null = null

const homeOf = ({ mode, service }: AppSnapshot): string => `${mode} ${service}`

/** So many of those that have ended are kept at hand; the ledger has every receipt. */
const mostEnded = 1000

/** Everything that belongs to one service is read anew when the service changes. */
async function readLists(home: string): Promise<void> {
  listsOf = home
  useRequests.getState().clear()
  useLibrary.getState().clearFilter()
  void useLibraryPlace.getState().read()
  void useExports.getState().read()
  void useWatches.getState().read()
  void useProjects.getState().read()
  void useCreate.getState().loadModels(false)
  void useSkills.getState().loadSkills(false)
  const [open, newest] = await Promise.all([
    call('requests.list', { open: true, limit: 10_000 }),
    call('requests.list', { limit: mostEnded }),
  ])
  if (listsOf !== home) return
  if (open.ok && newest.ok) {
    const cutAt = newest.value.length < mostEnded ? null : (newest.value.at(-1)?.createdAt ?? null)
    useRequests.getState().fill([...open.value, ...newest.value], cutAt)
  } else listsOf = null
}

/** Until then a form may be empty only because what was typed last time is still on its way. */
export let formsRead: Promise<unknown> = Promise.resolve()

const noForms: ReadonlySet<string> = new Set()

function readForms(kept = noForms): void {
  formsRead = Promise.all([
    useCreate.getState().loadDraft(kept),
    useSkills.getState().loadDrafts(kept),
    kept.has('copies') ? null : useCopies.getState().load(),
  ])
}

/** Nothing of the old home's stays, and nothing of it may be written into the new one. */
function emptyForms(kept: ReadonlySet<string>): void {
  useCreate.getState().clear(kept)
  useSkills.getState().clear(kept)
  if (!kept.has('copies')) useCopies.getState().clear()
  usePaletteMemory.setState({ recent: [], of: null })
  useGallery.getState().leave()
  const { setKind, setSearch } = useQueue.getState()
  setKind('all')
  setSearch('')
  useNotices.getState().dropActs()
  useView.setState({ requestId: null, receiptOf: null, viewing: false, touchingUp: null })
}

/** Another home stands behind the window: all of it is read anew. */
export async function readHome(snapshot: AppSnapshot | null = useApp.getState().snapshot): Promise<void> {
  if (snapshot === null) return
  forgetDrafts()
  emptyForms(noForms)
  readForms()
  await readLists(homeOf(snapshot))
}

/** Out of the first page: what waits in the forms goes along into the home that was chosen. */
async function readFirstHome(snapshot: AppSnapshot): Promise<void> {
  listsOf = homeOf(snapshot)
  const kept = takeDraftsAlong()
  emptyForms(kept)
  readForms(kept)
  await readLists(homeOf(snapshot))
}

export function takeSnapshot(snapshot: AppSnapshot): void {
  const before = useApp.getState().snapshot
  showLanguage(snapshot.language)
  // What was read out in another language is not read out again.
  if (before !== null && before.language !== snapshot.language) useNotices.getState().announce('')
  useApp.getState().take(snapshot)
  if (snapshot.theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = snapshot.theme
  if (snapshot.contrast === 'system') delete document.documentElement.dataset.contrast
  else document.documentElement.dataset.contrast = snapshot.contrast
  document.documentElement.dataset.platform = snapshot.platform
  if (snapshot.mode === 'first-run') return
  const moved = before !== null && homeOf(before) !== homeOf(snapshot)
  const cameBack = before?.connection === 'unreachable' && snapshot.connection === 'reachable'
  if (moved) void (before.mode === 'first-run' ? readFirstHome(snapshot) : readHome(snapshot))
  else if (listsOf !== homeOf(snapshot)) void readLists(homeOf(snapshot))
  else if (cameBack) {
    void useCreate.getState().loadModels(false)
    void useSkills.getState().loadSkills(false)
  }
}

function endedWords(requests: readonly RequestView[]): string {
  const count = (...states: string[]): number => requests.filter((each) => states.includes(each.state)).length
  const [done, partly, lost, asking] = [
    count('completed'),
    count('partial'),
    count('uncertain'),
    count('needs-decision'),
  ]
  const failed = count('failed', 'rejected', 'gone')
  const [only] = requests
  if (only && requests.length === 1) {
    const { title } = only
    if (done > 0) return t('{title}: done.', { title })
    if (partly > 0) return t('{title}: partly done.', { title })
    if (failed > 0) return t('{title}: failed.', { title })
    return lost > 0 ? t('{title}: no reply.', { title }) : t('{title}: waiting for you.', { title })
  }
  const parts = [
    ...(done > 0 ? [t('{count} done', { count: done })] : []),
    ...(partly > 0 ? [t('{count} partly done', { count: partly })] : []),
    ...(failed > 0 ? [t('{count} failed', { count: failed })] : []),
    ...(lost > 0 ? [t('{count} without a reply', { count: lost })] : []),
    ...(asking > 0 ? [t('{count} waiting for you', { count: asking })] : []),
  ]
  return t('{count, plural, one {# request} other {# requests}}: {parts}.', {
    count: requests.length,
    parts: parts.join(', '),
  })
}

/** One sentence for all that ended within a moment: a batch must not chatter. */
const ended: RequestView[] = []
let speaking = false

function speakOf(changed: readonly RequestView[]): void {
  const { byId } = useRequests.getState()
  const worth = new Set(['completed', 'partial', 'failed', 'rejected', 'gone', 'needs-decision', 'uncertain'])
  ended.push(...changed.filter((each) => worth.has(each.state) && byId.get(each.id)?.state !== each.state))
  if (ended.length === 0) return
  if (speaking) return
  speaking = true
  setTimeout(() => {
    speaking = false
    const message = endedWords(ended)
    ended.length = 0
    useNotices.getState().announce(message)
  }, 1500)
}

/** Listens to the app and reads its first snapshot. Called once, before the first paint. */
export function startMirror(): void {
  window.printroom.on('app.changed', takeSnapshot)
  window.printroom.on('requests.changed', (changed) => {
    speakOf(changed)
    useRequests.getState().take(changed)
  })
  window.printroom.on('library.changed', () => useLibrary.getState().take())
  window.printroom.on('watch.changed', useWatches.getState().take)
  window.printroom.on('exports.changed', useExports.getState().take)
  window.printroom.on('library.task', useLibraryPlace.getState().take)
  void call('app.snapshot', undefined).then((answer) => {
    if (answer.ok) takeSnapshot(answer.value)
    else useNotices.getState().say({ tone: 'fault', message: answer.message, said: true })
  })
  readForms()
}
