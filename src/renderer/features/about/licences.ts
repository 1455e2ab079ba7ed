import type { Licence } from '../../../contract/about.ts'

/** Parts that have all words somewhere: in the name, the licence or its text. Those named so stand first. */
export function found(licences: readonly Licence[], typed: string): Licence[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const has = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word))
  const named = licences.filter(({ name }) => has(name))
  const others = licences.filter(
    (each) => !named.includes(each) && has(`${each.name} ${each.version} ${each.licence} ${each.text}`),
  )
  return [...named, ...others]
}
