import { beforeEach, expect, it, vi } from 'vitest'
import type { AppSnapshot } from '../../../src/contract/app.ts'
import type { CallName } from '../../../src/contract/ipc.ts'
import type { RequestView } from '../../../src/contract/views.ts'
import { readMediumSettings } from '../../../src/renderer/forms/create-form.ts'
import type { Preset } from '../../../src/renderer/forms/presets.ts'
import { eventually } from '../../support/eventually.ts'
import { file } from './requests.ts'

const preset = (name: string): Preset => ({ name, media: 'image', prompt: null, settings: readMediumSettings({}) })
/** A file as a form on the disk has it. */
const named = (file: string) => ({ file, name: file })
const draft = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** The app behind the window as far as forms go: one home after the other, each with its own. */
class Homes {
  readonly drafts = new Map<string, Map<string, unknown>>()
  now = 'practice'
  /** Whether the engine answers. */
  isUp = true
  /** Files are being looked at until then. */
  looking: Promise<void> = Promise.resolve()
  /** The latest requests of the home, as far as a list of that length has them. */
  newest = (): Pick<RequestView, 'id' | 'createdAt' | 'batch'>[] => [{ id: this.now, createdAt: '', batch: null }]
  /** Lets the look-up that is under way in the gallery answer. */
  lookedUp = (): void => undefined

  of(home: string): Map<string, unknown> {
    const forms = this.drafts.get(home) ?? new Map<string, unknown>()
    this.drafts.set(home, forms)
    return forms
  }

  /** What is asked for beside forms and requests is not answered: the window goes on without it. */
  call = async (
    name: CallName,
    input: { form?: string; value?: unknown; files?: string[]; limit?: number } | undefined,
  ): Promise<unknown> => {
    if (this.isUp && name === 'drafts.load')
      return { ok: true, value: this.of(this.now).get(input?.form ?? '') ?? null }
    if (this.isUp && name === 'drafts.save') {
      this.of(this.now).set(input?.form ?? '', input?.value)
      return { ok: true, value: undefined }
    }
    if (this.isUp && name === 'files.inspect') {
      await this.looking
      return { ok: true, value: input?.files?.map((each) => ({ ...file(each), file: each, name: each })) }
    }
    if (this.isUp && name === 'requests.list') return { ok: true, value: input?.limit === 1000 ? this.newest() : [] }
    if (name === 'gallery.look') {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      this.lookedUp = () =>
        resolve({ ok: true, value: { picture: { id: 'dunes', pictures: [] }, words: 'Of the first.' } })
      return promise
    }
    return { ok: false, code: 'none', message: 'Not here.', retryable: false }
  }
}

async function window(mode: AppSnapshot['mode']) {
  vi.resetModules()
  const homes = new Homes()
  const html = { dataset: {}, lang: '', dir: '' }
  vi.stubGlobal('document', { documentElement: html, querySelector: () => null })
  vi.stubGlobal('window', {
    addEventListener: () => undefined,
    printroom: {
      on: () => undefined,
      call: (name: CallName, input: undefined) =>
        name === 'app.snapshot' ? Promise.resolve({ ok: true, value: snapshot(mode) }) : homes.call(name, input),
    },
  })
  const [mirror, create, copies, skills, requests, gallery, later, queue, notices] = await Promise.all([
    import('../../../src/renderer/stores/mirror.ts'),
    import('../../../src/renderer/stores/create-store.ts'),
    import('../../../src/renderer/stores/copies-store.ts'),
    import('../../../src/renderer/stores/skill-store.ts'),
    import('../../../src/renderer/stores/requests-store.ts'),
    import('../../../src/renderer/stores/gallery-store.ts'),
    import('../../../src/renderer/stores/save-later.ts'),
    import('../../../src/renderer/stores/queue-store.ts'),
    import('../../../src/renderer/bridge/notices-store.ts'),
  ])
  /** As the window is told of another service, once its engine is open. */
  const change = (mode: AppSnapshot['mode']): Promise<void> =>
    later.changingHome(async () => {
      homes.now = mode
      mirror.takeSnapshot(snapshot(mode))
      await mirror.formsRead
    })
  return {
    homes,
    mirror,
    change,
    saveNow: later.saveDraftsNow,
    ...create,
    ...copies,
    ...skills,
    ...requests,
    ...gallery,
    ...queue,
    ...notices,
  }
}

const snapshot = (mode: AppSnapshot['mode']) =>
  ({ mode, service: mode, language: 'en', theme: 'system', contrast: 'system', platform: 'linux' }) as AppSnapshot

beforeEach(() => {
  vi.unstubAllGlobals()
})

it('presets, forms, copies and prices of the home that was left are neither shown nor written in the next one', async () => {
  const { homes, mirror, change, saveNow, useCreate, useCopies, useSkills } = await window('practice')
  homes.of('service').set('create-presets', draft([preset('One'), preset('Two')]))
  homes.of('service').set('copies', { template: '{source}-of-the-service', choices: {} })
  homes.of('service').set('create', draft({ ...useCreate.getState().form, prompt: 'a harbour' }))
  homes.of('service').set('skill:remove-bg', { values: { tone: 'calm' } })
  homes.of('practice').set('create-presets', draft([preset('Mine')]))
  mirror.startMirror()
  await mirror.formsRead
  expect(useCreate.getState().presets).toHaveLength(1)
  useCopies.getState().setTemplate('{source}-of-practice')
  useCreate.getState().change({ prompt: 'typed a moment before' })
  useSkills.getState().set('upscale', 'tone', 'loud')

  await change('service')
  const { presets, form, seen } = useCreate.getState()
  expect([presets.map(({ name }) => name), form.prompt, seen]).toEqual([['One', 'Two'], 'a harbour', null])
  expect(useCopies.getState().template).toBe('{source}-of-the-service')
  expect(useSkills.getState().works).toMatchObject({ 'remove-bg': { values: { tone: 'calm' } } })
  expect(useSkills.getState().works.upscale).toBeUndefined()

  useCreate.getState().savePreset(preset('Three'))
  await saveNow()
  expect(homes.of('service').get('create-presets')).toHaveLength(3)
  expect(homes.of('service').get('create')).toMatchObject({ prompt: 'a harbour' })
  expect(homes.of('practice').get('create')).toMatchObject({ prompt: 'typed a moment before' })
  expect(homes.of('practice').get('copies')).toMatchObject({ template: '{source}-of-practice' })
})

it('what is typed while another home is being opened is written into neither', async () => {
  const { homes, mirror, change, useCreate } = await window('practice')
  mirror.startMirror()
  await mirror.formsRead
  homes.of('service').set('create', draft({ ...useCreate.getState().form, prompt: 'a harbour' }))
  homes.isUp = false
  const changing = change('service')
  useCreate.getState().change({ prompt: 'typed in between' })
  homes.isUp = true
  await changing
  expect(useCreate.getState().form.prompt).toBe('a harbour')
  expect(homes.of('service').get('create')).toMatchObject({ prompt: 'a harbour' })
})

it('what waits in the forms before a service was chosen goes along, and is in the chosen home at once', async () => {
  const { homes, mirror, change, useCreate, useSkills } = await window('first-run')
  homes.of('service').set('create-presets', draft([preset('One')]))
  mirror.startMirror()
  await mirror.formsRead
  useCreate.getState().change({ prompt: 'out of a link' })
  useSkills.getState().set('remove-bg', 'tone', 'calm')
  await change('service')
  expect(useCreate.getState().form.prompt).toBe('out of a link')
  expect(useCreate.getState().presets).toHaveLength(1)
  expect(useSkills.getState().works['remove-bg']?.values).toEqual({ tone: 'calm' })
  expect(homes.of('service').get('create')).toMatchObject({ prompt: 'out of a link' })
  expect(homes.of('service').get('skill:remove-bg')).toMatchObject({ values: { tone: 'calm' } })
})

it('forms that were only read on the first page stay behind, files and all, and those of the chosen home are left as they are', async () => {
  const { homes, mirror, change, saveNow, useSkills } = await window('first-run')
  const theirs = { values: { tone: 'calm' }, files: [named('f_theirs')] }
  homes.of('first-run').set('skill:remove-bg', { values: {}, files: [named('f_mine'), named('https://a.test/b.png')] })
  homes.of('service').set('skill:remove-bg', theirs)
  homes.now = 'first-run'
  mirror.startMirror()
  await mirror.formsRead
  const files = () => useSkills.getState().works['remove-bg']?.files.map((each) => each.name)
  expect(files()).toHaveLength(2)
  await change('service')
  await saveNow()
  expect([files(), homes.of('service').get('skill:remove-bg')]).toEqual([['f_theirs'], theirs])
})

it('a form that is typed into while its files are looked at is written down with them', async () => {
  const { homes, mirror, saveNow, useSkills } = await window('practice')
  homes.of('practice').set('skill:remove-bg', { values: {}, files: [named('f_mine')] })
  const { promise, resolve } = Promise.withResolvers<void>()
  homes.looking = promise
  mirror.startMirror()
  await eventually(() => expect(useSkills.getState().works['remove-bg']?.looking).toBe(1))
  useSkills.getState().set('remove-bg', 'tone', 'calm')
  resolve()
  await mirror.formsRead
  await saveNow()
  expect(homes.of('practice').get('skill:remove-bg')).toMatchObject({
    values: { tone: 'calm' },
    files: [named('f_mine')],
  })
})

it('files of a form that are still being looked at when another home is chosen do not come into that one’s', async () => {
  const { homes, mirror, change, useSkills } = await window('practice')
  homes.of('practice').set('skill:remove-bg', { values: { tone: 'calm' }, files: [named('f_mine')] })
  homes.of('service').set('skill:remove-bg', { values: {}, files: [named('f_theirs')] })
  const { promise, resolve } = Promise.withResolvers<void>()
  homes.looking = promise
  mirror.startMirror()
  const left = mirror.formsRead
  await eventually(() => expect(useSkills.getState().works['remove-bg']?.looking).toBe(1))
  const changed = change('service')
  await eventually(() => expect(useSkills.getState().works['remove-bg']?.looking).toBe(1))
  resolve()
  await Promise.all([left, changed])
  const { files, looking, values } = useSkills.getState().works['remove-bg'] ?? {}
  expect([files?.map((each) => each.name), looking, values]).toEqual([['f_theirs'], 0, {}])
})

it('a backup put back brings its own forms, though the service is the same', async () => {
  const { homes, mirror, useCreate } = await window('practice')
  mirror.startMirror()
  await mirror.formsRead
  useCreate.getState().savePreset(preset('Newer'))
  homes.of('practice').set('create-presets', draft([preset('Of then')]))
  await mirror.readHome()
  await mirror.formsRead
  expect(useCreate.getState().presets.map(({ name }) => name)).toEqual(['Of then'])
})

it('requests of the service that was left go at once, and an engine that does not answer is asked again', async () => {
  const { homes, mirror, useRequests } = await window('practice')
  mirror.startMirror()
  await eventually(() => expect([...useRequests.getState().byId.keys()]).toEqual(['practice']))
  homes.now = 'service'
  homes.isUp = false
  mirror.takeSnapshot(snapshot('service'))
  expect(useRequests.getState().all).toEqual([])
  await mirror.formsRead
  await eventually(() => {
    homes.isUp = true
    mirror.takeSnapshot(snapshot('service'))
    expect([...useRequests.getState().byId.keys()]).toEqual(['service'])
  })
})

it('what was searched for and looked up in the gallery of the home that was left does not stay, nor come late', async () => {
  const { homes, mirror, change, useGallery } = await window('practice')
  mirror.startMirror()
  await mirror.formsRead
  useGallery.getState().find({ search: 'dunes', label: 'Family' })
  useGallery.getState().setTyped('dunes-1')
  const looking = useGallery.getState().look('dunes-1')
  await change('service')
  const empty = { search: '', label: null, typed: '', looking: false, said: null, chosenId: null, chosen: null }
  expect(useGallery.getState()).toMatchObject(empty)
  homes.lookedUp()
  await looking
  expect(useGallery.getState()).toMatchObject(empty)
})

it('what was chosen in the queue of the home that was left is not chosen in the next one, nor are its acts offered there', async () => {
  const { mirror, change, useQueue, useNotices } = await window('practice')
  mirror.startMirror()
  await mirror.formsRead
  useQueue.getState().setSearch('boat')
  useQueue.getState().chooseAll(['a', 'b', 'c'])
  useNotices.getState().say({ tone: 'plain', message: 'Filled in.', act: { label: 'Undo', run: () => {} } })
  useNotices.getState().say({ tone: 'fault', message: 'The disk is full.' })
  await change('service')
  expect(useQueue.getState()).toMatchObject({ kind: 'all', search: '', chosen: new Set(), anchor: null })
  expect(useNotices.getState().notices.map(({ message }) => message)).toEqual(['The disk is full.'])
})

it('a list of a thousand says from when on it has all, and a shorter one that it has all there are', async () => {
  const { homes, mirror, change, useRequests } = await window('practice')
  mirror.startMirror()
  await eventually(() => expect(useRequests.getState()).toMatchObject({ loaded: true, cutAt: null }))
  const at = (place: number): string => new Date(Date.UTC(2026, 10, 20, 14) - place * 1000).toISOString()
  homes.newest = () =>
    Array.from({ length: 1000 }, (_, place) => ({ id: `request-${place}`, createdAt: at(place), batch: null }))
  await change('service')
  await eventually(() => expect(useRequests.getState()).toMatchObject({ loaded: true, cutAt: at(999) }))
})
