import type { AppSnapshot, RequestView } from '../../contract/views.ts'
import { call } from '../bridge.ts'
import { plural } from '../lib/format.ts'
import { firstSkill } from '../lib/skill-names.ts'
import { useApp } from './app-store.ts'
import { useCreate } from './create-store.ts'
import { useLibrary } from './library-store.ts'
import { useNotices } from './notices-store.ts'
import { useRequests } from './requests-store.ts'
import { useSkills } from './skill-store.ts'
import { useView } from './view-store.ts'

/** Everything that belongs to one service is read anew when the service changes. */
export async function readService(): Promise<void> {
  useLibrary.getState().clearFilter()
  void useCreate.getState().loadModels(false)
  void useSkills.getState().loadSkills(false)
  const [open, newest] = await Promise.all([
    call('requests.list', { open: true, limit: 10_000 }),
    call('requests.list', { limit: 1000 }),
  ])
  if (open.ok && newest.ok) useRequests.getState().fill([...open.value, ...newest.value])
}

export function takeSnapshot(snapshot: AppSnapshot): void {
  const before = useApp.getState().snapshot
  useApp.getState().take(snapshot)
  if (snapshot.theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = snapshot.theme
  if (snapshot.contrast === 'system') delete document.documentElement.dataset.contrast
  else document.documentElement.dataset.contrast = snapshot.contrast
  document.documentElement.dataset.platform = snapshot.platform
  if (snapshot.mode === 'first-run') return
  const moved = before?.mode !== snapshot.mode || before.service !== snapshot.service
  const cameBack = before?.connection === 'unreachable' && snapshot.connection === 'reachable'
  if (moved) void readService()
  else if (cameBack) {
    void useCreate.getState().loadModels(false)
    void useSkills.getState().loadSkills(false)
  }
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
    const count = (...states: string[]): number => ended.filter((each) => states.includes(each.state)).length
    const parts = [
      [count('completed'), 'done'],
      [count('partial'), 'partly done'],
      [count('failed', 'rejected', 'gone'), 'failed'],
      [count('uncertain'), 'with a lost answer'],
      [count('needs-decision'), 'waiting for you'],
    ] as const
    const one = ended.length === 1
    const words = parts.filter(([n]) => n > 0).map(([n, what]) => (one ? what : `${n} ${what}`))
    const only = one ? `${ended[0]?.title ?? ''}: ` : `${plural(ended.length, 'request')}: `
    ended.length = 0
    useNotices.getState().announce(`${only}${words.join(', ')}.`)
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
  window.printroom.on('files.opened', (files) => {
    useSkills.getState().choose(firstSkill)
    useSkills.getState().add(firstSkill, files)
    useView.getState().go('skills')
  })
  void call('app.snapshot', undefined).then((answer) => {
    if (answer.ok) takeSnapshot(answer.value)
    else useNotices.getState().say({ tone: 'fault', words: answer.message })
  })
  void useCreate.getState().loadDraft()
  void useSkills.getState().loadDrafts()
}
