/** A text with alternatives: `a {red|blue} {cat|dog}` is four texts. */
type Part = string | Part[][]

/** Deeper nesting than anybody writes on purpose stays as it is typed, so that no text can exhaust the stack. */
const deepest = 20

/**
 * How many texts a text with alternatives stands for, and each of them by its place; the last group changes fastest.
 * `\{`, `\|`, `\}` and `\\` are the signs themselves. Braces without a `|`, and unpaired ones, stay as they are typed.
 * Total: every text has at least one reading. `count` is Infinity where it is beyond exact numbers.
 */
export function alternatives(text: string): { count: number; at: (index: number) => string } {
  const parts = parse(text)
  return { count: exact(countOf(parts)), at: (index) => textAt(parts, index) }
}

const exact = (count: number): number => (Number.isSafeInteger(count) ? count : Number.POSITIVE_INFINITY)

const countOf = (parts: Part[]): number =>
  parts.reduce<number>(
    (product, part) =>
      typeof part === 'string' ? product : product * part.reduce((sum, option) => sum + countOf(option), 0),
    1,
  )

function textAt(parts: Part[], index: number): string {
  let rest = index
  let text = ''
  for (const part of [...parts].reverse()) {
    if (typeof part === 'string') {
      text = part + text
      continue
    }
    const counts = part.map(countOf)
    const all = counts.reduce((sum, count) => sum + count, 0)
    let own = rest % all
    rest = Math.floor(rest / all)
    for (const [at, option] of part.entries()) {
      const count = counts[at] ?? 0
      if (own < count) {
        text = textAt(option, own) + text
        break
      }
      own -= count
    }
  }
  return text
}

interface Open {
  /** Finished options of this group, and the one being read. */
  options: Part[][]
  parts: Part[]
}

function parse(text: string): Part[] {
  const open: Open[] = [{ options: [], parts: [] }]
  let tooDeep = 0
  const top = (): Open => open[open.length - 1] ?? { options: [], parts: [] }
  const add = (part: Part): void => {
    const { parts } = top()
    const last = parts.length - 1
    const before = parts[last]
    if (typeof part === 'string' && typeof before === 'string') parts[last] = before + part
    else parts.push(part)
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (sign === '\\' && /[{}|\\]/.test(text[at + 1] ?? '')) {
      at += 1
      add(text[at] ?? '')
    } else if (sign === '{' && open.length <= deepest) open.push({ options: [], parts: [] })
    else if (sign === '{') {
      tooDeep += 1
      add(sign)
    } else if (sign === '}' && tooDeep > 0) {
      tooDeep -= 1
      add(sign)
    } else if (sign === '}' && open.length > 1) close(open, add)
    else if (sign === '|' && tooDeep === 0 && open.length > 1) {
      const group = top()
      group.options.push(group.parts)
      group.parts = []
    } else add(sign)
  }
  // A brace that was never closed is a brace.
  while (open.length > 1) {
    const { options, parts } = open.pop() ?? top()
    for (const part of ['{', ...joined([...options, parts])]) add(part)
  }
  return top().parts
}

function close(open: Open[], add: (part: Part) => void): void {
  const { options, parts } = open.pop() ?? { options: [], parts: [] }
  if (options.length > 0) add([...options, parts])
  else for (const part of ['{', ...parts, '}']) add(part)
}

/** Options of a group that was none, with their signs back between them. */
const joined = (options: Part[][]): Part[] => options.flatMap((parts, at) => (at === 0 ? parts : ['|', ...parts]))
