import { ImageUpscale, Layers, type LucideIcon, Megaphone, Scissors, ShoppingBag, Square } from 'lucide-react'
import { figure } from './format.ts'
import { apart, perLanguage, t } from './messages.ts'

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
  act: (requests: number) => string
  /** So many of its requests, in words. */
  count: (requests: number) => string
}

const words = perLanguage(
  (): Readonly<Record<string, SkillWords>> => ({
    'remove-bg': {
      name: t('Cutout'),
      icon: Scissors,
      title: t('Drop pictures anywhere on this window'),
      teaches: t(
        'One, hundreds or a whole folder. Each is cut out of its background; the total stands on the button before anything is sent.',
      ),
      comesBack: t(
        "A PNG with transparency, of the photograph's own proportions, in the library with its receipt. Preparation, on this computer, and the upload are free.",
      ),
      act: (requests) =>
        requests === 0
          ? t('Send cutouts')
          : t('Send {requests, plural, one {# cutout} other {# cutouts}}', { requests }),
      count: (requests) => t('{requests, plural, one {# cutout} other {# cutouts}}', { requests }),
    },
    'product-detail': {
      name: t('Product detail'),
      icon: ShoppingBag,
      title: t('Drop a product photo, or one of each product'),
      teaches: t(
        'Every photo becomes a set of pictures, one for each module you choose. Each picture is paid for by itself; the total stands on the button first.',
      ),
      comesBack: t(
        'One picture a module, in the library under one receipt. What could not be made is named with its credits and can be ordered by itself.',
      ),
      act: (requests) => (requests < 2 ? t('Make the set') : t('Make {requests} sets', { requests: figure(requests) })),
      count: (requests) => t('{requests, plural, one {# set} other {# sets}}', { requests }),
    },
    'brand-poster': {
      name: t('Poster'),
      icon: Megaphone,
      title: t('Posters stand here as they are made'),
      teaches: t(
        'Say what it is about, add what should be read on it, and drop a logo or product pictures if you have them.',
      ),
      comesBack: t('One poster a request, in the library with its receipt.'),
      act: () => t('Make 1 poster'),
      count: (requests) => t('{requests, plural, one {# poster} other {# posters}}', { requests }),
    },
    'white-bg': {
      name: t('Background'),
      icon: Square,
      title: t('Drop product photos anywhere on this window'),
      teaches: t(
        'One, hundreds or a whole folder. Each product is put on the background you choose; the total stands on the button before anything is sent.',
      ),
      comesBack: t('One picture a photo, in the library with its receipt. For transparency there is the cutout.'),
      act: (requests) =>
        requests === 0
          ? t('Make pictures')
          : t('Make {requests, plural, one {# picture} other {# pictures}}', { requests }),
      count: (requests) => t('{requests, plural, one {# background} other {# backgrounds}}', { requests }),
    },
    upscale: {
      name: t('Upscale'),
      icon: ImageUpscale,
      title: t('Drop pictures that should be larger'),
      teaches: t(
        'Still JPEG, PNG or WebP, at their own size. What is too large to be uploaded says so, with the ways there are.',
      ),
      comesBack: t(
        'A larger picture of the same proportions, in the library with its receipt. How much larger the service decides; the size stands here when it is home.',
      ),
      act: (requests) =>
        requests === 0
          ? t('Upscale pictures')
          : t('Upscale {requests, plural, one {# picture} other {# pictures}}', { requests }),
      count: (requests) => t('{requests, plural, one {# upscale} other {# upscales}}', { requests }),
    },
  }),
)

export const knownSkills: readonly string[] = Object.keys(words())
export const firstSkill = 'remove-bg'

const unknownSkill = (id: string): SkillWords => ({
  name: id,
  icon: Layers,
  title: t('Drop pictures anywhere on this window'),
  teaches: t('The total stands on the button before anything is sent.'),
  comesBack: t('Its results come to the library with their receipts.'),
  act: (requests) => t('Send {requests, plural, one {# request} other {# requests}}', { requests }),
  count: (requests) => t('{requests, plural, one {# request} other {# requests}}', { requests }),
})

export const wordsOf = (id: string): SkillWords => words()[id] ?? unknownSkill(id)

/** The Skills by the names designers know them under; the service's ids stay out of sight. */
export const skillName = (id: string): string | null => words()[id]?.name ?? null

/** The Skill's name in place of its id, at the beginning of a text. */
export function withSkillName(skill: string | null, text: string): string {
  const name = skill === null ? null : skillName(skill)
  return apart(name !== null && skill !== null && text.startsWith(skill) ? name + text.slice(skill.length) : text)
}

/** A request's second line, with the Skill's name in place of its id. */
export const subtitleWords = ({ skill, subtitle }: { skill: string | null; subtitle: string }): string =>
  withSkillName(skill, subtitle)
