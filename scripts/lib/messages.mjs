import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import { parseSync } from 'vite'

/** The functions that look a text up: src/renderer/format/messages.ts, rich.tsx and spend-act.ts. */
const lookups = new Set(['t', 'rich', 'spendAct'])
/** Attributes that are read or heard. */
const said = new Set(
  'aria-label aria-description aria-roledescription aria-valuetext title placeholder label alt words aside note hint keep act'.split(
    ' ',
  ),
)
/** Elements whose words are nobody's to translate: src/renderer/components/as-given.tsx. */
const asGiven = new Set(['AsGiven', 'Said', 'KeyHint', 'kbd', 'code'])
/** The names that languages have for themselves. */
const ownNames = 'format/languages.ts'

const isAddress = (text) => /^[a-z_]+:\/\/\S*$|^\w+_$/.test(text)
const hasWords = (text) => /\p{L}{2,}/u.test(text) && !isAddress(text.trim())
/** Words that begin like a sentence, or end like one, wherever they stand. */
const isSentence = (text) => /^\s*\p{Lu}[\p{L}’'-]*,? \p{Ll}/u.test(text) || /\p{L} [^[\]]*\p{L}[.…?!]\s*$/u.test(text)
const isText = (node) => node?.type === 'Literal' && typeof node.value === 'string'
const isFunction = (node) => /Function/.test(node.type)

/**
 * Reads every source of the window and collects the texts that are looked up in it, by the English that is their key.
 * @param {string} renderer the folder
 * @returns {{ sources: number, texts: string[], problems: string[] }} texts sorted; problems as "file:line: words"
 */
export function readMessages(renderer) {
  const texts = new Set()
  const problems = []
  const files = walk(renderer)
  for (const path of files) {
    const file = relative(renderer, path).split(sep).join('/')
    const source = readFileSync(path, 'utf8')
    const say = (node, words) => {
      const line = source.slice(0, node.start).split('\n').length
      problems.push(`${file}:${line}: ${words}`)
    }
    const { program, errors } = parseSync(path, source, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
    for (const error of errors) problems.push(`${file}: ${error.message}`)
    visit(program, [], { file, texts, say })
  }
  return { sources: files.length, texts: [...texts].sort(), problems }
}

function visit(node, above, at) {
  if (Array.isArray(node)) {
    for (const each of node) visit(each, above, at)
    return
  }
  if (typeof node?.type !== 'string' || isNoText(node)) return
  if (node.type === 'CallExpression' && lookups.has(node.callee.name)) {
    takeCall(node, above, at)
    visit(node.arguments.slice(1), [...above, node], at)
    return
  }
  judge(node, above, at)
  for (const [name, child] of Object.entries(node)) {
    if (name !== 'parent' && typeof child === 'object') visit(child, [...above, node], at)
  }
}

/** Imports, types and names of properties. */
const isNoText = ({ type, source }) =>
  (/^(Import|Export)/.test(type) && source != null) ||
  (type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(type))

function takeCall(node, above, { texts, say }) {
  const [first, values] = node.arguments
  const name = node.callee.name
  if (!isText(first)) return say(node, `${name} needs its English text written out as its first argument`)
  if (!above.some(isFunction)) say(node, `${name} is asked once, at start: the language may change (use perLanguage)`)
  texts.add(first.value)
  let wanted
  try {
    wanted = namesIn(new IntlMessageFormat(first.value, 'en').getAst(), new Set())
  } catch (error) {
    return say(node, `“${first.value}” is not in ICU MessageFormat: ${error.message}`)
  }
  if (values !== undefined && values.type !== 'ObjectExpression')
    return say(node, `${name} needs its values written out as an object`)
  const given = new Set()
  for (const property of values?.properties ?? []) {
    if (property.type !== 'Property' || property.computed)
      return say(node, `${name} needs the names of its values written out`)
    given.add(property.key.name ?? property.key.value)
    for (const word of branches(property.value))
      if (hasWords(word.value)) say(word, `“${word.value}” comes into a text as a value: write a text for each case`)
  }
  for (const missing of wanted) if (!given.has(missing)) say(node, `“${first.value}” is not given its “${missing}”`)
  for (const idle of given) if (!wanted.has(idle)) say(node, `“${first.value}” has no “${idle}”`)
}

/** The names in a message's braces and tags. The kinds of its parts: 0 is words, 7 the # of a plural. */
function namesIn(parts, names) {
  for (const part of parts) {
    if (part.type !== 0 && part.type !== 7) names.add(part.value)
    for (const option of Object.values(part.options ?? {})) namesIn(option.value, names)
    namesIn(part.children ?? [], names)
  }
  return names
}

/** The texts that an expression can come to, by its choices alone. */
function branches(node) {
  if (isText(node)) return [node]
  if (node?.type === 'TemplateLiteral')
    return node.quasis
      .map((quasi) => ({ start: node.start, value: quasi.value.cooked }))
      .filter(({ value }) => value !== '')
  if (node?.type === 'ConditionalExpression') return [...branches(node.consequent), ...branches(node.alternate)]
  if (node?.type === 'LogicalExpression') return [...branches(node.left), ...branches(node.right)]
  return []
}

function judge(node, above, { file, say }) {
  const tell = (word, words) => say(word, `“${word.value.trim().replace(/\s+/g, ' ')}” ${words}`)
  if (above.some(isGiven) || isGiven(node)) return
  switch (node.type) {
    case 'JSXText':
      if (hasWords(node.value)) tell(node, 'is shown and not looked up with t')
      return
    case 'JSXExpressionContainer':
      if (above.at(-1)?.type !== 'JSXAttribute')
        for (const word of branches(node.expression))
          if (hasWords(word.value)) tell(word, 'is shown and not looked up with t')
      return
    case 'JSXAttribute': {
      if (!said.has(node.name.name)) return
      const value = node.value?.type === 'JSXExpressionContainer' ? node.value.expression : node.value
      for (const word of branches(value))
        if (hasWords(word.value)) tell(word, `is the ${node.name.name} of an element and not looked up with t`)
      return
    }
    case 'Literal':
    case 'TemplateLiteral': {
      const isShown = /^JSX/.test(above.at(-1)?.type ?? '')
      const [word] = branches(node)
      if (!isShown && word && file !== ownNames && isSentence(word.value)) tell(word, 'reads like a text of the window')
    }
  }
}

const isGiven = ({ type, openingElement }) =>
  type === 'JSXElement' &&
  (asGiven.has(openingElement.name.name) ||
    openingElement.attributes.some(({ name, value }) => name?.name === 'translate' && value?.value === 'no'))

function walk(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? walk(path) : [path]
    })
    .filter((path) => /\.tsx?$/.test(path))
}
