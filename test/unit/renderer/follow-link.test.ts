import { beforeEach, expect, it, vi } from 'vitest'
import type { AppSnapshot } from '../../../src/contract/app.ts'

/** The window with lists as they are; nothing behind it answers. */
async function window({ readAt, problem }: { readAt: string | null; problem: string | null }) {
  vi.resetModules()
  vi.stubGlobal('document', { documentElement: { dataset: {}, lang: '', dir: '' }, querySelector: () => null })
  const failed = { ok: false, code: 'none', message: 'Not here.', retryable: false }
  vi.stubGlobal('window', {
    addEventListener: () => undefined,
    printroom: { on: () => undefined, call: () => Promise.resolve(failed) },
  })
  const [app, create, skills, notices, view, links] = await Promise.all([
    import('../../../src/renderer/stores/app-store.ts'),
    import('../../../src/renderer/stores/create-store.ts'),
    import('../../../src/renderer/stores/skill-store.ts'),
    import('../../../src/renderer/bridge/notices-store.ts'),
    import('../../../src/renderer/stores/view-store.ts'),
    import('../../../src/renderer/app/links/follow-link.ts'),
  ])
  app.useApp.setState({ snapshot: { mode: 'service' } as AppSnapshot })
  skills.useSkills.setState({ skills: { skills: [], readAt, stale: problem !== null, problem } })
  create.useCreate.setState({
    models: { models: [], readAt, stale: problem !== null, problem, lastUsedId: null },
  })
  return {
    follow: links.followLink,
    chosen: () => [view.useView.getState().screen, skills.useSkills.getState().chosen],
    said: () => JSON.stringify(notices.useNotices.getState()),
  }
}

const unread = { readAt: null, problem: 'No answer.' }
const readEmpty = { readAt: '2026-11-20T12:00:00.000Z', problem: null }

beforeEach(() => {
  vi.unstubAllGlobals()
})

it('a link to a Skill is followed while the list cannot be read, and does not say that it is not in it', async () => {
  const { follow, chosen, said } = await window(unread)
  await follow({ to: 'skill', skill: 'upscale', values: [] })
  expect(chosen()).toEqual(['skills', 'upscale'])
  expect(said()).not.toContain('is unavailable')
  await follow({ to: 'skill', skill: 'upscale', values: [{ field: 'mode', value: 'creative' }] })
  expect(said()).toContain('could not be loaded')
})

it('a link to a Skill that nobody knows changes nothing, and blames no list that is not here', async () => {
  const { follow, chosen, said } = await window(unread)
  const before = chosen()
  await follow({ to: 'skill', skill: 'something-new', values: [] })
  expect(chosen()).toEqual(before)
  expect(said()).toContain('Skills are still loading')
})

it('a link to a Skill that a list does not have says so', async () => {
  const { follow, chosen, said } = await window(readEmpty)
  const before = chosen()
  await follow({ to: 'skill', skill: 'upscale', values: [] })
  expect(chosen()).toEqual(before)
  expect(said()).toContain('is unavailable')
})

it('a link that names a model says whether the list lacks it or could not be read (O1)', async () => {
  const link = { to: 'create', prompt: null, model: 'quillon', ratio: null } as const
  const offline = await window(unread)
  await offline.follow(link)
  expect(offline.said()).toContain('Models are still loading')
  const read = await window(readEmpty)
  await read.follow(link)
  expect(read.said()).toContain('Its model is unavailable')
})
