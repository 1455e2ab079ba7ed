// Rules that a mistake on Electron's own runtime has taught, which nothing else shows where that cannot be had
// (docs/electron.md). Each looks at one source and says what is wrong with it.
import { blank, importsOf, lineAt } from './source-text.mjs'

const starters =
  /(?<![\w$.])(?:(?:fork|spawn|exec|execFile|spawnSync|execSync|execFileSync)|utilityProcess\.fork)\s*\(/g
const startingModules = /^(?:(?:node:)?child_process|electron)$/
/** Makers of an environment that lets listed names through, and no other. */
const listed = /\benv:\s*(?:cleanEnvironment|practiceEnvironment)\(/

/** Starts the app itself anew, as its icon would; the key has left main's own environment long before. */
export const ownStarter = 'main/updates/app-image.ts'

/**
 * A child is given what it needs by name. The whole environment of this process would be Electron's, with the variables of
 * its loaders, and on the way of the key.
 */
export function judgeEnvironments(source, say) {
  if (!importsOf(source).some(({ specifier, isType }) => !isType && startingModules.test(specifier ?? ''))) return
  const { bare } = blank(source)
  for (const match of bare.matchAll(starters)) {
    const call = callAt(bare, match.index + match[0].length)
    if (!listed.test(call)) say(lineAt(bare, match.index), `${match[0]}… gives more than a listed environment`)
  }
}

/** The arguments of a call, from behind its bracket to the one that closes it. */
function callAt(text, from) {
  let depth = 1
  let at = from
  for (; at < text.length && depth > 0; at++) depth += { '(': 1, ')': -1 }[text[at]] ?? 0
  return text.slice(from, at - 1)
}

/** Begins each dialog where the last one of its purpose ended; Electron's own begin in Downloads each time. */
export const dialogMaker = 'main/dialogs.ts'

export function judgeDialogs(source, say) {
  for (const match of blank(source).bare.matchAll(/\bshow(?:Open|Save)Dialog(?:Sync)?\b/g))
    say(lineAt(source, match.index), `${match[0]} begins in Downloads each time: use src/${dialogMaker}`)
}

/** Where the buttons of the window stand, only the system knows: its language and its user decide. */
export function judgeButtons(css, say) {
  const text = css.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
  for (const match of text.matchAll(/\[\s*data-platform\b/g))
    say(lineAt(text, match.index), 'room for one system: its buttons stand where env(titlebar-area-x) says')
  for (const match of text.matchAll(/[^{}]*\{([^{}]*-webkit-app-region:\s*drag[^{}]*)\}/g)) {
    const [, block] = match
    const isAsked = ['titlebar-area-x', 'titlebar-area-width'].every((name) => block.includes(`env(${name}`))
    const isFixed = /(?:padding|margin|inset|left|right)[\w-]*:[^;]*?(?<![\w.-])(?:[4-9]\d|\d{3,})px/.test(block)
    if (!isAsked || isFixed)
      say(
        lineAt(text, match.index + match[0].length),
        'a fixed inset for the buttons of the window: use env(titlebar-area-x) and env(titlebar-area-width)',
      )
  }
}
