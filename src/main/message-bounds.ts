/** Values of one message: a form of thousands of files has a tenth of them. */
const mostParts = 500_000
/** UTF-16 units of one message, over all its texts and names: the longest that a form takes has four fifths of them. */
const mostCharacters = 20_000_000
/** Levels of lists and objects in each other: no form of ours has a tenth of them. */
const mostDepth = 200

/**
 * Whether a message of the page's is no larger and no deeper than any of ours, whatever it is for. Counted before its form
 * reads it, by steps that it cannot make dearer: a form reads what refers to one thing a thousand times over as often, what
 * holds itself for ever, and a list as long as it says it is.
 */
export function isWithinBounds(message: unknown): boolean {
  let parts = 1
  let characters = 0
  let level = [message]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > mostDepth) return false
    const next: unknown[] = []
    for (const part of level) {
      if (typeof part === 'string') characters += part.length
      else if (ArrayBuffer.isView(part)) parts += part.byteLength
      else if (Array.isArray(part)) {
        parts += part.length
        if (parts <= mostParts) for (const one of part) next.push(one)
      } else if (typeof part === 'object' && part !== null) {
        if (!isPlain(part)) return false
        const names = Object.keys(part)
        parts += names.length
        if (parts <= mostParts)
          for (const name of names) {
            characters += name.length
            next.push((part as Record<string, unknown>)[name])
          }
      }
      if (parts > mostParts || characters > mostCharacters) return false
    }
    level = next
  }
  return true
}

/** No form of ours has any other: the object of a text, say, has a member for each letter, and a list of them takes seconds. */
const isPlain = (object: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(object)
  return prototype === Object.prototype || prototype === null
}
