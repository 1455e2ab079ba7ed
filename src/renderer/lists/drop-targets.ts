import type { SkillView } from '../../contract/catalogue.ts'
import { perLanguage, t } from '../format/messages.ts'
import { firstSkill, skillLabels } from '../format/skill-names.ts'
import { mainField, pictureFieldsOf } from '../forms/skill-form.ts'

/** Where dropped files may go: to a Skill, each a request or into one of its other picture fields, or to Create. */
export interface DropTarget {
  /** Stands for it in the page. */
  id: string
  name: string
  hint: string
  to: { skill: string; field: { field: string; most: number } | null } | 'references'
}

const cutout = perLanguage(
  (): DropTarget => ({
    id: 'cutout',
    name: t('Cut out'),
    hint: t('the price first, then you send'),
    to: { skill: firstSkill, field: null },
  }),
)

const references = perLanguage(
  (): DropTarget => ({
    id: 'references',
    name: t('Use as references'),
    hint: t('for your next picture in Create'),
    to: 'references',
  }),
)

/**
 * The targets for a drag, and among them the one that letting go anywhere means.
 * @param skill the Skill that is open, null on another screen
 */
export function dropTargets(
  screen: string,
  skill: { id: string; view: SkillView | null } | null,
): { targets: DropTarget[]; usual: string } {
  if (skill === null || skill.id === firstSkill)
    return { targets: [cutout(), references()], usual: screen === 'create' ? references().id : cutout().id }
  const { name } = skillLabels(skill.id)
  const main = skill.view === null ? undefined : mainField(skill.view)
  const whole: DropTarget[] =
    main === null
      ? []
      : [{ id: 'skill', name, hint: t('the price first, then you send'), to: { skill: skill.id, field: null } }]
  const parts = (skill.view === null ? [] : pictureFieldsOf(skill.view))
    .filter((field) => !field.makesRequests)
    .map(
      (field): DropTarget => ({
        id: `field:${field.name}`,
        name: field.label,
        hint:
          field.most === 1 ? t('one, for {name}', { name }) : t('up to {most}, for {name}', { most: field.most, name }),
        to: { skill: skill.id, field: { field: field.name, most: field.most } },
      }),
    )
  const own = [...whole, ...parts]
  // Without a place for requests, the one that takes several is what a drop most likely means.
  const several = parts.find(({ to }) => to !== 'references' && (to.field?.most ?? 1) > 1)
  const usual = whole[0] ?? several ?? parts[0] ?? cutout()
  return { targets: own.length > 0 ? [...own, cutout()] : [cutout(), references()], usual: usual.id }
}
