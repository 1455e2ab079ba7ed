import type { IntlMessageFormat } from 'intl-messageformat'

/** The parts of an ICU message, as its parser gives them. */
type Part = ReturnType<IntlMessageFormat['getAst']>[number]

/**
 * A message in a pseudo-language: its words through `transform`, in brackets that show where it begins and ends. Names of
 * values, plurals, choices and tags stay what they are.
 */
export const pseudo = (parts: readonly Part[], transform: (text: string) => string): Part[] => [
  { type: 0, value: '[' },
  ...parts.map((part) => through(part, transform)),
  { type: 0, value: ']' },
]

function through(part: Part, transform: (text: string) => string): Part {
  const inside = (parts: readonly Part[]): Part[] => parts.map((each) => through(each, transform))
  if ('options' in part) {
    const options = Object.entries(part.options).map(([name, option]) => [
      name,
      { ...option, value: inside(option.value) },
    ])
    return { ...part, options: Object.fromEntries(options) }
  }
  if ('children' in part) return { ...part, children: inside(part.children) }
  return part.type === 0 ? { ...part, value: transform(part.value) } : part
}
