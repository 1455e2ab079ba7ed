import { beforeEach, expect, it, vi } from 'vitest'
import type { CallName } from '../../../src/contract/ipc.ts'
import { file } from './requests.ts'

/** The window before forms that an earlier order is to fill. */
async function window() {
  vi.resetModules()
  vi.stubGlobal('document', { documentElement: { dataset: {}, lang: '', dir: '' }, querySelector: () => null })
  const answers: Partial<Record<CallName, unknown>> = {
    'prompts.orderOf': { order: { prompt: 'A hill', modelId: 'quillon' }, mediaType: 'image' },
    'skills.orderOf': { skill: 'upscale', values: { mode: 'creative' } },
  }
  vi.stubGlobal('window', {
    addEventListener: () => undefined,
    printroom: {
      on: () => undefined,
      call: async (name: CallName) =>
        name in answers
          ? { ok: true, value: answers[name] }
          : { ok: false, code: 'none', message: 'Not here.', retryable: false },
    },
  })
  const [create, skills, notices, fill] = await Promise.all([
    import('../../../src/renderer/stores/create-store.ts'),
    import('../../../src/renderer/stores/skill-store.ts'),
    import('../../../src/renderer/bridge/notices-store.ts'),
    import('../../../src/renderer/features/gallery/fill-create.ts'),
  ])
  const notice = () => notices.useNotices.getState().notices.at(-1)
  return { ...create, ...skills, ...fill, notice }
}

beforeEach(() => {
  vi.unstubAllGlobals()
})

it('an earlier order fills Create, and what was typed there can be had back', async () => {
  const { useCreate, notice } = await window()
  useCreate.getState().change({ prompt: 'My own words', aspectRatio: '4:3' })
  const before = useCreate.getState().form
  await useCreate.getState().takeOrderOf('an order')
  expect(useCreate.getState().form).toMatchObject({ prompt: 'A hill', aspectRatio: 'auto' })
  expect(notice()).toMatchObject({ message: expect.stringContaining('Nothing was sent.') })
  notice()?.act?.run()
  expect(useCreate.getState().form).toEqual(before)
})

it('where nothing gave way there is nothing to put back', async () => {
  const { useCreate, useSkills, notice } = await window()
  await useCreate.getState().takeOrderOf('an order')
  expect([useCreate.getState().form.prompt, notice()?.act]).toEqual(['A hill', undefined])
  await useCreate.getState().takeOrderOf('an order')
  expect(notice()?.act).toBeUndefined()
  await useSkills.getState().takeOrderOf('a run')
  expect([useSkills.getState().works.upscale?.values, notice()?.act]).toEqual([{ mode: 'creative' }, undefined])
})

it('an earlier run fills the form of its Skill; settings and pictures of before can be had back, files stay', async () => {
  const { useSkills, notice } = await window()
  const { set, add, takeOrderOf } = useSkills.getState()
  set('upscale', 'mode', 'faithful')
  set('upscale', 'words', 'My own')
  add('upscale', [file('bowl.jpg')])
  add('upscale', [file('logo.png')], { field: 'logo', most: 1 })
  await takeOrderOf('a run')
  expect(useSkills.getState().works.upscale).toMatchObject({ values: { mode: 'creative' }, pictures: {} })
  add('upscale', [file('cup.jpg')])
  notice()?.act?.run()
  const work = useSkills.getState().works.upscale
  expect(work?.values).toEqual({ mode: 'faithful', words: 'My own' })
  expect(work?.pictures.logo?.map(({ name }) => name)).toEqual(['logo.png'])
  expect(work?.files.map(({ name }) => name)).toEqual(['bowl.jpg', 'cup.jpg'])
})
