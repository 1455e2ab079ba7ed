import { beforeEach, expect, it, vi } from 'vitest'
import type { InspectedFile } from '../../../src/contract/files.ts'
import { type CallName, calls } from '../../../src/contract/ipc.ts'
import { mostFiles, mostIds, mostPictures } from '../../../src/contract/limits.ts'
import { chunk } from '../../../src/renderer/grid/chunk.ts'
import { file, request } from './requests.ts'

const skill = 'remove-bg'
const looked = (handle: string): InspectedFile => ({ ...file(`${Number(handle.slice(2))}.jpg`), file: handle })
const handle = (at: number): string => `f_${String(at).padStart(22, '0')}`
const handles = (count: number, from = 0): string[] => Array.from({ length: count }, (_, at) => handle(from + at))
/** As a form that was left has them. */
const named = (count: number) => handles(count).map((each, at) => ({ file: each, name: `${at}.jpg` }))

/** The app behind the window: it takes what the contract lets through, and keeps forms. */
class Border {
  readonly drafts = new Map<string, unknown>()
  /** Whether files can be looked at. */
  looks = true

  call = async (name: CallName, input: unknown): Promise<unknown> => {
    if (!calls[name].input.safeParse(input).success)
      return { ok: false, code: 'bad-input', message: 'The window asked for something it may not ask for.' }
    const { files = [], ids = [], form = '', value } = (input ?? {}) as Record<string, never>
    switch (name) {
      case 'files.inspect':
        return this.looks
          ? { ok: true, value: (files as string[]).map(looked) }
          : { ok: false, code: 'storage', message: 'The disk did not answer.', retryable: true }
      case 'requests.cancel':
      case 'projects.file':
        return { ok: true, value: (ids as string[]).map((id) => request({ id, state: 'cancelled', project: 'Shop' })) }
      case 'drafts.load':
        return { ok: true, value: this.drafts.get(form) ?? null }
      case 'drafts.save':
        this.drafts.set(form, value)
        return { ok: true, value: undefined }
      default:
        return { ok: false, code: 'none', message: 'Not here.' }
    }
  }
}

async function window() {
  vi.resetModules()
  const border = new Border()
  vi.stubGlobal('window', {
    addEventListener: () => undefined,
    printroom: { on: () => undefined, call: border.call },
  })
  const [skills, create, notices, queue, projects, later] = await Promise.all([
    import('../../../src/renderer/stores/skill-store.ts'),
    import('../../../src/renderer/stores/create-store.ts'),
    import('../../../src/renderer/bridge/notices-store.ts'),
    import('../../../src/renderer/features/queue/queue-acts.ts'),
    import('../../../src/renderer/stores/projects-store.ts'),
    import('../../../src/renderer/stores/save-later.ts'),
  ])
  const said = (): string[] => notices.useNotices.getState().notices.map(({ message }) => message)
  const work = () => skills.useSkills.getState().works[skill]
  return { border, said, work, saveNow: later.saveDraftsNow, ...skills, ...create, ...queue, ...projects }
}

beforeEach(() => {
  vi.unstubAllGlobals()
})

it('asks for as much as the contract lets through, and no more', () => {
  const takes = (name: CallName, input: unknown): boolean => calls[name].input.safeParse(input).success
  const generation = { modelId: 'a-model', prompt: 'a harbour' }
  const pictures = (count: number) => handles(count).map((source) => ({ field: 'extras', source }))
  for (const over of [0, 1]) {
    const is = over === 0
    expect(takes('files.inspect', { files: handles(mostFiles + over) })).toBe(is)
    expect(takes('quote.skill', { skill, files: handles(mostFiles + over) })).toBe(is)
    expect(takes('quote.skill', { skill, files: [], pictures: pictures(mostPictures + over) })).toBe(is)
    expect(takes('quote.generation', { ...generation, references: handles(mostPictures + over) })).toBe(is)
    expect(takes('requests.cancel', { ids: handles(mostIds + over) })).toBe(is)
    expect(takes('projects.file', { ids: handles(mostIds + over), project: null })).toBe(is)
  }
  expect(chunk([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
  expect(chunk([], 2)).toEqual([])
})

it('keeps the first 5,000 files of an order and says how many were not added', async () => {
  const { said, work, useSkills } = await window()
  await useSkills.getState().addSources(skill, handles(6000))
  expect(work()?.files.map((one) => one.file)).toEqual(handles(5000))
  expect([work()?.looking, said()]).toEqual([
    0,
    [
      '1,000 files were not added: one order takes up to 5,000. Nothing was sent. Order these first, then add the rest.',
    ],
  ])
  // Those of a folder come at once; what is there already is not one more.
  useSkills.getState().add(skill, handles(3, 4999).map(looked))
  expect(work()?.files.map((one) => one.file)).toEqual(handles(5000))
  expect(said().at(-1)).toMatch(/^2 files were not added:/)
})

it('keeps no more pictures to go by than one form may send, over all of its fields', async () => {
  const { said, work, useSkills } = await window()
  const { addSources } = useSkills.getState()
  await addSources(skill, handles(30), { field: 'extras', most: 60 })
  await addSources(skill, handles(40, 30), { field: 'models', most: 60 })
  await addSources(skill, [handle(9999)], { field: 'logo', most: 1 })
  const { pictures = {} } = work() ?? {}
  expect(Object.entries(pictures).map(([field, files]) => [field, files.length])).toEqual([
    ['extras', 30],
    ['models', 20],
    ['logo', 0],
  ])
  expect(said().map((words) => words.split(':')[0])).toEqual(['20 pictures were not added', '1 picture was not added'])
})

it('keeps no more references than one order may send, wherever they come from, and says how many were not added (O34)', async () => {
  const { said, border, useCreate } = await window()
  const references = () => useCreate.getState().form.references
  const counts = () => said().map((words) => words.split(':')[0])
  await useCreate.getState().addFiles(handles(5001))
  expect([references(), counts()]).toEqual([handles(50), ['4,951 pictures were not added']])
  useCreate.getState().addReferences([looked(handle(9999))])
  expect([references(), useCreate.getState().looked.has(handle(9999))]).toEqual([handles(50), false])
  useCreate.getState().addAddresses(['https://a.test/one.jpg', 'https://a.test/two.jpg'])
  // What is there already is not one more.
  useCreate.getState().addReferences(handles(2).map(looked))
  expect([references(), counts().slice(1)]).toEqual([
    handles(50),
    ['1 picture was not added', '2 pictures were not added'],
  ])

  const { form } = useCreate.getState()
  useCreate.getState().clear(new Set())
  border.drafts.set('create', { ...form, references: handles(60) })
  await useCreate.getState().loadDraft()
  expect([references(), counts().at(-1)]).toEqual([handles(50), '10 pictures were not added'])
})

it('a form that was left with more files than one call carries comes back, and is not saved empty', async () => {
  const { border, work, saveNow, useSkills } = await window()
  border.drafts.set(`skill:${skill}`, { files: named(6000), values: {} })
  await useSkills.getState().loadDrafts()
  expect(work()?.files.map((one) => one.file)).toEqual(handles(5000))
  useSkills.getState().set(skill, 'tone', 'calm')
  await saveNow()
  expect(border.drafts.get(`skill:${skill}`)).toMatchObject({ files: named(5000), values: { tone: 'calm' } })
})

it('a form whose files cannot be looked at keeps them, each with the reason, and orders none', async () => {
  const { border, work, saveNow, useSkills } = await window()
  const { toSkillOrder: orderOf } = await import('../../../src/renderer/forms/skill-form.ts')
  const { skillView } = await import('./skills.ts')
  border.drafts.set(`skill:${skill}`, { files: named(2), values: {} })
  border.looks = false
  await useSkills.getState().loadDrafts()
  expect(work()?.files.map(({ name, problem }) => [name, problem])).toEqual([
    ['0.jpg', 'The disk did not answer.'],
    ['1.jpg', 'The disk did not answer.'],
  ])
  const view = skillView({ productImage: { type: 'string', format: 'uri' } }, ['productImage'])
  expect(orderOf(view, work() ?? { values: {}, files: [], pictures: {}, reencode: [] })).toBeNull()
  useSkills.getState().set(skill, 'tone', 'calm')
  await saveNow()
  expect(border.drafts.get(`skill:${skill}`)).toMatchObject({ files: named(2) })
})

it('takes out and files more requests than one call carries', async () => {
  const { said, takeOut, useProjects } = await window()
  await takeOut(handles(5001))
  expect(said()).toEqual(['5,001 requests cancelled. Nothing was started or charged.'])
  await useProjects.getState().file(handles(5001), 'Shop')
  expect(said().at(-1)).toBe('5,001 requests added to Shop.')
})
