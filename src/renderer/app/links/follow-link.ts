import type { Link, LinkTo } from '../../../domain/links/link.ts'
import { linkedValues, type WhyLeft } from '../../../domain/links/skill-values.ts'
import { call } from '../../bridge/bridge.ts'
import { useNotices } from '../../bridge/notices-store.ts'
import { wasRead } from '../../format/list-age.ts'
import { apart, t } from '../../format/messages.ts'
import { knownSkills, skillLabels } from '../../format/skill-names.ts'
import { useApp } from '../../stores/app-store.ts'
import { useCreate } from '../../stores/create-store.ts'
import { type Fill, useExternalOpens } from '../../stores/external-opens-store.ts'
import { useGallery } from '../../stores/gallery-store.ts'
import { formsRead } from '../../stores/mirror.ts'
import { useSkills } from '../../stores/skill-store.ts'
import { useView } from '../../stores/view-store.ts'
import { isUnwritten, linkedForm } from './link-fill.ts'
import { until } from './until.ts'

const say = (message: string): void => useNotices.getState().say({ tone: 'attention', message })

/** Shows what a link leads to, or fills the form that it names. Nothing is sent or approved by it. */
export async function followLink(link: Link): Promise<void> {
  await until(useApp, ({ snapshot }) => snapshot !== null)
  await formsRead
  switch (link.to) {
    case 'nowhere':
      return useNotices.getState().say({ tone: 'attention', message: link.words, said: true })
    case 'screen':
      return useView.getState().go(link.screen)
    case 'create':
      return intoCreate(link)
    case 'skill':
      return intoSkill(link)
    case 'gallery':
      return toGallery(link.id)
    case 'receipt': {
      const found = await call('requests.receipt', { id: link.id })
      return found.ok ? useView.getState().openReceipt(link.id) : say(t('The link’s receipt was not found here.'))
    }
    case 'asset': {
      const found = await call('library.get', { id: link.id })
      return found.ok ? useView.getState().openAsset(link.id) : say(t('The link’s picture was not found here.'))
    }
  }
}

/** Before a service was chosen there is no list to wait for. */
const isFirstRun = (): boolean => useApp.getState().snapshot?.mode === 'first-run'

/** At once where nothing was written, else once somebody has agreed to it; what stood there can be had back. */
function fill(free: boolean, asked: Omit<Fill, 'run'>, apply: () => void, back: () => void): void {
  const run = (): void => {
    apply()
    useNotices.getState().say({
      tone: asked.left.length > 0 ? 'attention' : 'plain',
      message: [t('The link filled in {form}. Nothing was sent.', { form: asked.form }), ...asked.left].join(' '),
      ...(free ? {} : { act: { label: t('Undo'), run: back } }),
    })
  }
  if (free) run()
  else useExternalOpens.getState().offerFill({ ...asked, run })
}

async function intoCreate(link: LinkTo<'create'>): Promise<void> {
  if (!isFirstRun()) await until(useCreate, ({ models }) => models !== null)
  const { form: before, models } = useCreate.getState()
  const { form, model, left } = linkedForm(before, link, models?.models ?? [])
  useView.getState().go('create')
  const sentenceOf = wasRead(models)
    ? {
        model: t('Its model is unavailable; yours is kept.'),
        ratio: t('Its ratio is unavailable; yours is kept.'),
      }
    : {
        model: t('Models are still loading, so its model was ignored; yours is kept.'),
        ratio: t('Models are still loading, so its ratio was ignored; yours is kept.'),
      }
  const parts = [
    ...(link.prompt === null ? [] : [{ name: t('Prompt'), value: link.prompt }]),
    ...(model === null ? [] : [{ name: t('Model'), value: model.name }]),
    ...(link.ratio === null || left.includes('ratio') ? [] : [{ name: t('Ratio'), value: link.ratio }]),
  ]
  const sentences = left.map((each) => sentenceOf[each])
  if (parts.length === 0) return say(sentences.join(' '))
  fill(
    isUnwritten(before),
    { form: t('Create'), parts, left: sentences },
    () => useCreate.getState().change(form),
    () => useCreate.getState().change(before),
  )
}

function leftWords(field: string, why: WhyLeft): string {
  switch (why) {
    case 'unknown':
      return t('“{field}” is not a field of this Skill and was ignored.', { field: apart(field) })
    case 'value':
      return t('Its value for “{field}” is not available and was ignored.', { field: apart(field) })
    case 'picture':
      return t('Links cannot add pictures: “{field}” was ignored.', { field: apart(field) })
    case 'consent':
      return t('Only you can agree to “{field}”: it was ignored.', { field: apart(field) })
    case 'shape':
      return t('Links cannot fill “{field}”: it was ignored.', { field: apart(field) })
  }
}

async function intoSkill({ skill: id, values: asked }: LinkTo<'skill'>): Promise<void> {
  if (!isFirstRun()) await until(useSkills, ({ skills }) => skills !== null)
  const { skills, choose } = useSkills.getState()
  const skill = skills?.skills.find((each) => each.id === id && each.supported)
  if (!skill && wasRead(skills)) return say(t('The link’s Skill is unavailable. Nothing was changed.'))
  if (!skill && !knownSkills.includes(id))
    return say(t('Skills are still loading. Nothing was changed; open the link again later.'))
  useView.getState().go('skills')
  choose(id)
  if (asked.length === 0) return
  const { values, left } = linkedValues(skill?.fields ?? [], asked)
  const sentences = skill
    ? left.map(({ field, why }) => leftWords(field, why))
    : [
        isFirstRun()
          ? t('Connect first to fill in its settings.')
          : t('Skills could not be loaded, so the link’s settings were not filled in. Open it again later.'),
      ]
  const parts = (skill?.fields ?? [])
    .filter(({ name }) => name in values)
    .map(({ name, label }) => ({ name: label, value: asked.find(({ field }) => field === name)?.value ?? '' }))
  if (parts.length === 0) return say(sentences.join(' '))
  const { works } = useSkills.getState()
  const work = works[id]
  const isFree =
    work === undefined ||
    (work.files.length === 0 && Object.keys(work.values).length === 0 && Object.keys(work.pictures).length === 0)
  const { set } = useSkills.getState()
  fill(
    isFree,
    { form: skillLabels(id).name, parts, left: sentences },
    () => {
      for (const [name, value] of Object.entries(values)) set(id, name, value)
    },
    () => {
      for (const name of Object.keys(values)) set(id, name, work?.values[name])
    },
  )
}

/** One that is kept is shown; for any other the field is filled, and whoever wants it looks it up. */
async function toGallery(id: string): Promise<void> {
  useView.getState().go('gallery')
  const kept = await call('gallery.get', { id })
  if (kept.ok) {
    useGallery.setState({ chosenId: id, chosen: kept.value, open: kept.value.pictures.length > 0 ? 0 : null })
    return
  }
  useGallery.getState().setTyped(id)
  say(t('The link’s gallery picture is not saved here yet. Its id is filled in: press “Look up”.'))
}
