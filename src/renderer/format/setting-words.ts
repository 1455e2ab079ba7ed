import { ownLabel } from '../../domain/form/field-words.ts'

/** What a setting is called: a field of a Skill comes by the name that it has in a request, which is no word to read. */
export function settingName(name: string): string {
  const own = ownLabel(name)
  if (own !== null) return own
  if (!/^[a-z][A-Za-z0-9]*$/.test(name)) return name
  const text = name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A setting of an order as people read it: a list without its brackets. Whatever else it is stays letter for letter. */
export function settingWords(value: string): string {
  if (!value.startsWith('[')) return value
  try {
    const list: unknown = JSON.parse(value)
    const isPlain = Array.isArray(list) && list.length > 0 && list.every((each) => typeof each === 'string')
    return isPlain ? list.join(', ') : value
  } catch {
    return value
  }
}
