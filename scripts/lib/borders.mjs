import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { dialogMaker, judgeButtons, judgeDialogs, judgeEnvironments, ownStarter } from './border-electron.mjs'
import {
  clipboardUnheard,
  durable,
  endlessFolders,
  folders,
  foreignBytes,
  impure,
  keptIn,
  layers,
  machinePath,
  manyLines,
  noticeMaker,
  silencers,
  wallBreaker,
} from './border-rules.mjs'
import { circlesOf } from './circles.mjs'
import { blank, importsOf, lineAt } from './source-text.mjs'

/**
 * Looks at every source below `src/` and every file of the repository.
 * @param {string} root the repository, or a folder built like one
 * @returns {{ sources: number, problems: string[], warnings: string[] }} each as "file:line: words"
 */
export function checkBorders(root) {
  const problems = []
  const warnings = []
  const imports = []
  const src = join(root, 'src')
  const sources = existsSync(src) ? walk(src).filter((path) => /\.[cm]?[jt]sx?$/.test(path)) : []
  for (const path of sources) {
    const file = relative(src, path).split(sep).join('/')
    const source = readFileSync(path, 'utf8')
    const say = (line, words) => problems.push(`src/${file}:${line}: ${words}`)
    const [folder] = file.split('/')
    if (!Object.hasOwn(folders, folder) || !file.includes('/')) {
      say(1, `no rule says what ${folder} may import`)
      continue
    }
    for (const { specifier, line } of importsOf(source)) {
      const words = judge(file, specifier)
      if (words) say(line, words)
      const target = ourFile(file, specifier)
      if (target !== null) imports.push({ file, target, line })
    }
    judgeWalls(source, say)
    judgeFolders(source, say)
    judgeBytes(source, say)
    judgeClipboard(source, say)
    if (file !== noticeMaker.only) judgeNotices(source, say)
    if (file !== dialogMaker) judgeDialogs(source, say)
    if (file !== ownStarter) judgeEnvironments(source, say)
    if (folder === 'domain') judgePurity(source, say)
    if (durable.in.test(file) && !durable.but.includes(file)) judgeDurability(source, say)
    const lines = source.split('\n').length - 1
    if (lines > manyLines) warnings.push(`src/${file}:1: ${lines} lines; over ${manyLines} is a sign to split`)
  }
  for (const { file, target, line } of imports) {
    const words = judgeLayers(file, target)
    if (words) problems.push(`src/${file}:${line}: ${words}`)
  }
  for (const circle of circlesOf(imports))
    problems.push(`src/${circle[0]}:1: imports itself through ${circle.slice(1).join(' and ')}`)
  for (const path of existsSync(src) ? walk(src).filter((path) => path.endsWith('.css')) : []) {
    const file = relative(root, path).split(sep).join('/')
    judgeButtons(readFileSync(path, 'utf8'), (line, words) => problems.push(`${file}:${line}: ${words}`))
  }
  judgeRepository(root, problems)
  return { sources: sources.length, problems, warnings }
}

/** @returns {string | undefined} what is wrong with this import of a file of src */
function judge(file, specifier) {
  if (specifier === undefined) return 'an import with a computed name cannot be checked'
  const [folder] = file.split('/')
  const rule = folders[folder]
  const [bare] = specifier.split('?')
  if (bare.startsWith('.')) return judgeOurs(file, bare, rule)
  if (isBuiltin(bare)) return rule.node ? undefined : `${folder} may not use Node's ${bare}`
  const name = bare
    .split('/')
    .slice(0, bare.startsWith('@') ? 2 : 1)
    .join('/')
  const kept = keptIn.find(({ packages }) => packages.test(name))
  if (kept && !kept.places.some((place) => file.startsWith(`${place}/`)))
    return `${name} stays in ${kept.places.join(' and ')}`
  if (rule.packages && !rule.packages.includes(name)) return `${folder} may not use ${name}`
  return undefined
}

function judgeOurs(file, specifier, rule) {
  const [folder] = file.split('/')
  const target = join('src', dirname(file), specifier).split(sep).join('/')
  // Pictures and the version number are data, not code of ours.
  if (target.startsWith('resources/') || target === 'package.json') return undefined
  if (!target.startsWith('src/')) return `${specifier} leads out of src`
  const [, wanted] = target.split('/')
  if (wanted === folder || rule.ours.includes(wanted)) return undefined
  return `${folder} may not import ${wanted}`
}

/** @returns {string | null} the file of ours that is imported, below src */
function ourFile(file, specifier) {
  if (!specifier?.startsWith('.')) return null
  const target = join(dirname(file), specifier.split('?')[0]).split(sep).join('/')
  return target.startsWith('..') ? null : target
}

/** A layer may import those below it. */
function judgeLayers(file, target) {
  const [folder] = file.split('/')
  const order = layers[folder]
  if (!order || target.split('/')[0] !== folder) return undefined
  const [from, to] = [file, target].map((path) => layerOf(order, path.slice(folder.length + 1)))
  if (from === undefined) return `no rule says on what ${dirname(file)} may stand`
  return to !== undefined && order.indexOf(to) > order.indexOf(from) ? `${from} may not import ${to}` : undefined
}

const layerOf = (order, path) =>
  path.includes('/') ? order.find((layer) => path.startsWith(`${layer}/`)) : order.find((layer) => layer === '.')

function judgePurity(source, say) {
  const { bare } = blank(source)
  for (const { what, pattern } of impure) {
    for (const match of bare.matchAll(pattern)) say(lineAt(source, match.index), `the domain may not use ${what}`)
  }
}

function judgeDurability(source, say) {
  const { bare } = blank(source)
  for (const match of bare.matchAll(durable.pattern))
    say(
      lineAt(source, match.index),
      `${match[0]} without a named point: use src/engine/platform/failpoints.ts or store/commit.ts`,
    )
}

function judgeFolders(source, say) {
  for (const match of blank(source).bare.matchAll(endlessFolders))
    say(lineAt(source, match.index), 'mkdir with recursive may never end: use src/engine/platform/make-folders.ts')
}

function judgeBytes(source, say) {
  for (const match of blank(source).code.matchAll(foreignBytes))
    say(lineAt(source, match.index), `${match[0]}: another V8 does not read these bytes; use JSON`)
}

function judgeClipboard(source, say) {
  for (const match of blank(source).bare.matchAll(clipboardUnheard))
    say(lineAt(source, match.index), `${match[0]} … without await: whether it was copied is known only then`)
}

function judgeNotices(source, say) {
  for (const match of blank(source).bare.matchAll(noticeMaker.pattern))
    say(lineAt(source, match.index), `${match[0]} is not held until it is clicked: use src/${noticeMaker.only}`)
}

function judgeWalls(source, say) {
  for (const match of blank(source).bare.matchAll(wallBreaker))
    say(lineAt(source, match.index), `${match[0]} takes down a wall around the window`)
}

function judgeRepository(root, problems) {
  for (const file of repositoryFiles(root)) {
    const path = join(root, file)
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) continue
    const bytes = readFileSync(path)
    if (bytes.includes(0)) continue
    for (const [i, line] of bytes.toString('utf8').split('\n').entries()) {
      if (machinePath.test(line))
        problems.push(`${file}:${i + 1}: a path of one machine: ${machinePath.exec(line)[0]}…`)
      if (/^(src|test|scripts)\//.test(file) && silencers.test(line) && !isOurOwn(file)) {
        problems.push(`${file}:${i + 1}: a check is silenced (${silencers.exec(line)[0]})`)
      }
    }
  }
}

/** The rules themselves, and their test, have to name what they forbid. */
const isOurOwn = (file) => file === 'scripts/lib/border-rules.mjs' || file.startsWith('test/borders/')

/** What git has or would take; everything but the obvious where there is no git. */
function repositoryFiles(root) {
  try {
    const args = ['-C', root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard']
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28 })
      .split('\0')
      .filter(Boolean)
  } catch {
    return walk(root).map((path) => relative(root, path).split(sep).join('/'))
  }
}

function walk(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === '.git' || entry.name === 'out') return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? walk(path) : [path]
  })
}
