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
