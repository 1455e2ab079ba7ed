import { ImageUpscale, Layers, type LucideIcon, Megaphone, Scissors, ShoppingBag, Square } from 'lucide-react'
import { figure, plural } from './format.ts'

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
  /** One request, and several. */
  one: string
}

const words: Readonly<Record<string, SkillWords>> = {
  'remove-bg': {
    name: 'Cutout',
    icon: Scissors,
    title: 'Drop pictures anywhere on this window',
    teaches:
      'One, hundreds or a whole folder. Each is cut out of its background; the total stands on the button before anything is sent.',
    comesBack:
      "A PNG with transparency, of the photograph's own proportions, in the library with its receipt. Preparation and upload are free and happen on this computer first.",
    act: (requests) => (requests === 0 ? 'Send cutouts' : `Send ${plural(requests, 'cutout')}`),
    one: 'cutout',
  },
  'product-detail': {
    name: 'Product detail',
    icon: ShoppingBag,
    title: 'Drop a product photo, or one of each product',
    teaches:
      'Every photo becomes a set of pictures, one for each module you choose. Each picture is paid for by itself; the total stands on the button first.',
    comesBack:
      'One picture a module, in the library under one receipt. What could not be made is named with its credits and can be ordered by itself.',
    act: (requests) => (requests < 2 ? 'Make the set' : `Make ${figure(requests)} sets`),
    one: 'set',
  },
  'brand-poster': {
    name: 'Poster',
    icon: Megaphone,
    title: 'Posters stand here as they are made',
    teaches:
      'Say what it is about, add what should be read on it, and drop a logo or product pictures if you have them.',
    comesBack: 'One poster a request, in the library with its receipt.',
    act: () => 'Make 1 poster',
    one: 'poster',
  },
  'white-bg': {
    name: 'Background',
    icon: Square,
    title: 'Drop product photos anywhere on this window',
    teaches:
      'One, hundreds or a whole folder. Each product is put on the background you choose; the total stands on the button before anything is sent.',
    comesBack: 'One picture a photo, in the library with its receipt. For transparency there is the cutout.',
    act: (requests) => (requests === 0 ? 'Make pictures' : `Make ${plural(requests, 'picture')}`),
    one: 'background',
  },
  upscale: {
    name: 'Upscale',
    icon: ImageUpscale,
    title: 'Drop pictures that should be larger',
    teaches:
      'Still JPEG, PNG or WebP, at their own size. What is too large to be uploaded says so, with the ways there are.',
    comesBack:
      'A larger picture of the same proportions, in the library with its receipt. How much larger the service decides; the size stands here when it is home.',
    act: (requests) => (requests === 0 ? 'Upscale pictures' : `Upscale ${plural(requests, 'picture')}`),
    one: 'upscale',
  },
}

export const knownSkills: readonly string[] = Object.keys(words)
export const firstSkill = 'remove-bg'

const unknownSkill = (id: string): SkillWords => ({
  name: id,
  icon: Layers,
  title: 'Drop pictures anywhere on this window',
  teaches: 'The total stands on the button before anything is sent.',
  comesBack: 'Its results come to the library with their receipts.',
  act: (requests) => `Send ${plural(requests, 'request')}`,
  one: 'request',
})

export const wordsOf = (id: string): SkillWords => words[id] ?? unknownSkill(id)

/** The Skills by the names designers know them under; the service's ids stay out of sight. */
export const skillNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(words).map(([id, { name }]) => [id, name]),
)

/** The Skill's name in place of its id, at the beginning of a text. */
export function withSkillName(skill: string | null, text: string): string {
  const name = skill === null ? undefined : skillNames[skill]
  return name !== undefined && skill !== null && text.startsWith(skill) ? name + text.slice(skill.length) : text
}

/** A request's second line, with the Skill's name in place of its id. */
export const subtitleWords = ({ skill, subtitle }: { skill: string | null; subtitle: string }): string =>
  withSkillName(skill, subtitle)
