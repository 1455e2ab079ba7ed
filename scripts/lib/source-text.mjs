/** After one of these a slash begins a regular expression, else it divides. */
const beforeRegex = /(?:^|[([{,;=:!&|?+\-*%~^<>]|\b(?:return|typeof|case|in|of|do|else|void|await|yield))\s*$/

/**
 * A TypeScript source without its comments, and once more with all its strings made of `"`; both as long as the
 * source, so that places stay what they are. Enough of a lexer for finding imports, not for more: text between JSX
 * tags is taken for code, where a lone quotation mark reaches to the end of its line only.
 * @returns {{ code: string, bare: string }}
 */
export function blank(source) {
  let code = ''
  let bare = ''
  const fill = (text, mark) => text.replace(/[^\n]/g, mark)
  const take = (length, keep) => {
    const text = source.slice(code.length, code.length + length)
    code += keep === 'nothing' ? fill(text, ' ') : text
    bare += keep === 'everything' ? text : fill(text, keep === 'nothing' ? ' ' : '"')
  }
  while (code.length < source.length) {
    const rest = source.slice(code.length, code.length + 2)
    if (rest === '//') take(lengthTo(source, code.length, '\n'), 'nothing')
    else if (rest === '/*') take(lengthTo(source, code.length + 2, '*/') + 4, 'nothing')
    else if (/^['"]/.test(rest)) take(stringLength(source, code.length, rest[0]), 'code')
    else if (rest[0] === '`') take(stringLength(source, code.length, '`', true), 'code')
    else if (rest[0] === '/' && beforeRegex.test(bare.slice(-40))) take(regexLength(source, code.length), 'code')
    else take(1, 'everything')
  }
  return { code: code.slice(0, source.length), bare: bare.slice(0, source.length) }
}

function lengthTo(source, from, mark) {
  const at = source.indexOf(mark, from)
  return (at < 0 ? source.length : at) - from
}

function stringLength(source, from, quote, manyLines = false) {
  for (let i = from + 1; i < source.length; i++) {
    if (source[i] === '\\') i++
    else if (source[i] === quote) return i - from + 1
    else if (source[i] === '\n' && !manyLines) return i - from
  }
  return source.length - from
}

function regexLength(source, from) {
  let inClass = false
  for (let i = from + 1; i < source.length && source[i] !== '\n'; i++) {
    if (source[i] === '\\') i++
    else if (source[i] === '[') inClass = true
    else if (source[i] === ']') inClass = false
    else if (source[i] === '/' && !inClass) return i - from + 1
  }
  return 1
}

export const lineAt = (source, index) => source.slice(0, index).split('\n').length

const importForms = [
  /(?<![\w$.])(?:import|export)\b[^'"`;()]*?\bfrom\s*(['"])([^'"\n]+)\1/g,
  /(?<![\w$.])import\s*(['"])([^'"\n]+)\1/g,
  /(?<![\w$.])(?:import|require)\s*\(\s*(['"])([^'"\n]+)\1/g,
  /(?<![\w$.])import\s*\w+\s*=\s*require\s*\(\s*(['"])([^'"\n]+)\1/g,
]

/**
 * What a source imports, by any form TypeScript knows; types too.
 * @returns {{ specifier: string | undefined, line: number, isType?: boolean }[]} undefined for an import whose name is
 * computed; `isType` where nothing of it is left when the types are gone
 */
export function importsOf(source) {
  const { code, bare } = blank(source)
  const found = []
  for (const form of importForms) {
    for (const match of code.matchAll(form)) {
      // The words must stand in code; they may also occur within a string.
      if (bare[match.index] !== code[match.index]) continue
      const isType = /^(?:import|export)\s+type\b/.test(match[0])
      found.push({ specifier: match[2], line: lineAt(source, match.index), isType })
    }
  }
  for (const match of bare.matchAll(/(?<![\w$.])import\s*\(\s*/g)) {
    if (bare[match.index + match[0].length] !== '"')
      found.push({ specifier: undefined, line: lineAt(source, match.index) })
  }
  return found
}
