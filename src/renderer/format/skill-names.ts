import { ImageUpscale, Layers, type LucideIcon, Megaphone, Scissors, ShoppingBag, Square } from 'lucide-react'
import { apart, perLanguage, t } from './messages.ts'
import { type SpendAct, spendAct } from './spend-act.ts'

/** What the window says about a Skill. Its fields, prices and limits come from the service; only these words are ours. */
interface SkillWords {
  /** The name that designers know it under. */
  name: string
  icon: LucideIcon
  /** Over the place where files are dropped, while there are none. */
  title: string
  teaches: string
  comesBack: string
  /** On the button that spends. */
  act: (requests: number) => SpendAct
  /** So many of its requests, in words. */
  count: (requests: number) => string
}

const labels = perLanguage(
  (): Readonly<Record<string, SkillWords>> => ({
    'remove-bg': {
      name: t('Cutout'),
      icon: Scissors,
      title: t('Drop pictures anywhere on this window'),
      teaches: t(
        'One, hundreds or a whole folder. Each subject is cut out of its background. You’ll see the total before sending.',
      ),
      comesBack: t(
        'A transparent PNG in the photo’s proportions, saved to the library with its receipt. Preparation and upload are free.',
      ),
      act: (requests) =>
        requests === 0
          ? spendAct('Send cutouts')
          : spendAct('Send {requests, plural, one {# cutout} other {# cutouts}}', { requests }),
      count: (requests) => t('{requests, plural, one {# cutout} other {# cutouts}}', { requests }),
    },
    'product-detail': {
      name: t('Product detail'),
      icon: ShoppingBag,
      title: t('Drop a product photo, or one of each product'),
      teaches: t(
        'Every photo becomes a set of pictures, one for each module you choose. Each picture is charged separately. You’ll see the total before sending.',
      ),
      comesBack: t(
        'One picture per module, saved to the library under one receipt. Pictures that fail are listed with their credits and can be reordered.',
      ),
      act: (requests) => (requests < 2 ? spendAct('Make the set') : spendAct('Make {requests} sets', { requests })),
      count: (requests) => t('{requests, plural, one {# set} other {# sets}}', { requests }),
    },
    'brand-poster': {
      name: t('Poster'),
      icon: Megaphone,
      title: t('Your posters will appear here'),
      teaches: t('Describe the subject, add the text to print, and drop a logo or product pictures if you have them.'),
      comesBack: t('One poster per request, saved to the library with its receipt.'),
      act: () => spendAct('Make 1 poster'),
      count: (requests) => t('{requests, plural, one {# poster} other {# posters}}', { requests }),
    },
    'white-bg': {
      name: t('Background'),
      icon: Square,
      title: t('Drop product photos anywhere on this window'),
      teaches: t(
        'One, hundreds or a whole folder. Each product is placed on the background you choose. You’ll see the total before sending.',
      ),
      comesBack: t('One picture per photo, saved to the library with its receipt. For transparency, use Cutout.'),
      act: (requests) =>
        requests === 0
          ? spendAct('Make pictures')
          : spendAct('Make {requests, plural, one {# picture} other {# pictures}}', { requests }),
      count: (requests) => t('{requests, plural, one {# background} other {# backgrounds}}', { requests }),
    },
    upscale: {
      name: t('Upscale'),
      icon: ImageUpscale,
      title: t('Drop pictures to upscale'),
      teaches: t('Still JPEG, PNG or WebP. Files too large to upload are marked, with options.'),
      comesBack: t(
        'A larger picture of the same proportions, saved to the library with its receipt. The service chooses the size; you’ll see it when it’s done.',
      ),
      act: (requests) =>
        requests === 0
          ? spendAct('Upscale pictures')
          : spendAct('Upscale {requests, plural, one {# picture} other {# pictures}}', { requests }),
      count: (requests) => t('{requests, plural, one {# upscale} other {# upscales}}', { requests }),
    },
  }),
)

export const knownSkills: readonly string[] = Object.keys(labels())
export const firstSkill = 'remove-bg'

const unknownSkill = (id: string): SkillWords => ({
  name: id,
  icon: Layers,
  title: t('Drop pictures anywhere on this window'),
  teaches: t('You’ll see the total before sending.'),
  comesBack: t('Results are saved to the library with their receipts.'),
  act: (requests) => spendAct('Send {requests, plural, one {# request} other {# requests}}', { requests }),
  count: (requests) => t('{requests, plural, one {# request} other {# requests}}', { requests }),
})

export const skillLabels = (id: string): SkillWords => labels()[id] ?? unknownSkill(id)

/** The Skills by the names designers know them under; the service's ids stay out of sight. */
export const skillName = (id: string): string | null => labels()[id]?.name ?? null

/** The Skill's name in place of its id, at the beginning of a text. */
export function withSkillName(skill: string | null, text: string): string {
  const name = skill === null ? null : skillName(skill)
  return apart(name !== null && skill !== null && text.startsWith(skill) ? name + text.slice(skill.length) : text)
}

/** A request's second line, with the Skill's name in place of its id. */
export const subtitleWords = ({ skill, subtitle }: { skill: string | null; subtitle: string }): string =>
  withSkillName(skill, subtitle)
