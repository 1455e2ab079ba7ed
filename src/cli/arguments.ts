import { parseArgs } from 'node:util'
import { mostProjectCharacters, readProject } from '../domain/ledger/project-name.ts'
import { plainNumber } from './numbers.ts'

/** Wrong usage: exit status 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Right usage of something that cannot be used: exit status 4. */
export class RefusedError extends Error {
  override name = 'RefusedError'
}

/** The home was not opened, so that nothing is known of what is in it. */
export class UnopenedError extends RefusedError {
  override name = 'UnopenedError'
}

/** What “export” makes of a picture. */
const pictureOptions = {
  format: { type: 'string' },
  quality: { type: 'string' },
  'long-edge': { type: 'string' },
  width: { type: 'string' },
  height: { type: 'string' },
  percent: { type: 'string' },
  scale: { type: 'string' },
  trim: { type: 'boolean' },
  padding: { type: 'string' },
  background: { type: 'string' },
  profile: { type: 'string' },
} as const
export const pictureOptionNames = Object.keys(pictureOptions) as (keyof typeof pictureOptions)[]

const options = {
  home: { type: 'string' },
  'new-home': { type: 'boolean' },
  service: { type: 'string' },
  json: { type: 'boolean' },
  yes: { type: 'boolean' },
  'max-credits': { type: 'string' },
  help: { type: 'boolean' },
  wait: { type: 'boolean' },
  out: { type: 'string' },
  media: { type: 'string' },
  all: { type: 'boolean' },
  prompt: { type: 'string' },
  model: { type: 'string' },
  ratio: { type: 'string' },
  resolution: { type: 'string' },
  duration: { type: 'string' },
  tier: { type: 'string' },
  ref: { type: 'string', multiple: true },
  set: { type: 'string', multiple: true },
  for: { type: 'string' },
  port: { type: 'string' },
  before: { type: 'string' },
  'skip-paid': { type: 'boolean' },
  reencode: { type: 'boolean' },
  twice: { type: 'boolean' },
  project: { type: 'string' },
  none: { type: 'boolean' },
  force: { type: 'boolean' },
  by: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  flag: { type: 'string' },
  ...pictureOptions,
  preset: { type: 'string' },
  studio: { type: 'boolean' },
  'new-password': { type: 'boolean' },
  db: { type: 'string' },
  files: { type: 'string' },
  name: { type: 'string' },
  person: { type: 'string' },
  role: { type: 'string' },
  command: { type: 'string' },
  limit: { type: 'string' },
  mend: { type: 'boolean' },
} as const

type Values = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values']
type OptionName = keyof typeof options

export interface Arguments {
  values: Values
  /** The command and what follows it. */
  words: string[]
  maxCredits: number | null
  /** As it is kept; null where none is named. */
  project: string | null
}

/** Options that go with every command. */
const everywhere: ReadonlySet<OptionName> = new Set([
  'home',
  'new-home',
  'service',
  'json',
  'yes',
  'max-credits',
  'help',
])

const generateOptions: OptionName[] = [
  'prompt',
  'model',
  'ratio',
  'resolution',
  'quality',
  'duration',
  'tier',
  'ref',
  'set',
  'wait',
  'out',
  'skip-paid',
  'project',
]
const studioOptions: OptionName[] = ['studio', 'db', 'person', 'command']
const skillOptions: OptionName[] = ['set', 'out', 'wait', 'skip-paid', 'reencode', 'twice', 'project']

const perCommand = new Map<string, OptionName[]>([
  ['key', ['all']],
  ['models', ['media', 'all']],
  ['generate', [...generateOptions, ...studioOptions]],
  ['skill', [...skillOptions, ...studioOptions]],
  ['quote', [...generateOptions, ...skillOptions]],
  ['prepare', ['for', 'out', 'reencode']],
  ['resume', ['wait']],
  ['receipts', ['project', 'none', 'force']],
  ['ledger', ['by', 'from', 'to']],
  ['library', ['flag']],
  ['export', ['out', ...pictureOptionNames, 'preset', 'name']],
  ['queue move', ['before']],
  ['queue list', ['studio', 'db', 'person']],
  ['queue cancel', studioOptions],
  ['queue decide', ['wait', ...studioOptions]],
  ['queue retry', ['wait', 'out', 'skip-paid', 'reencode', 'project']],
  ['practice', ['port']],
  ['studio init', ['db', 'files', 'name', 'person', 'new-password']],
  ['studio serve', ['db', 'name']],
  ['studio migrate', ['db']],
  ['studio status', ['db']],
  ['studio check', ['db', 'mend', 'person']],
  ['studio audit', ['db']],
  ['studio import', ['db', 'person']],
  ['studio budget', ['db', 'person']],
  ['studio people', ['db', 'person', 'role', 'limit']],
])

/** Commands that are named with their act. */
const twoWords: ReadonlySet<string> = new Set(['queue', 'studio'])

/** How many words a command has, itself included. What is not here takes any number, or counts them itself. */
const mostWords = new Map<string, number>([
  ['models', 1],
  ['skills', 2],
  ['resume', 1],
  ['receipts list', 2],
  ['receipts show', 3],
  ['receipts export', 3],
  ['ledger', 1],
  ['library list', 2],
  ['queue list', 2],
  ['queue pause', 2],
  ['queue resume', 2],
  ['queue cancel', 3],
  ['queue decide', 4],
  ['queue front', 3],
  ['queue move', 3],
  ['queue retry', 3],
  ['queue cap', 4],
  ['backups list', 2],
  ['backups restore', 3],
  ['settings hosts', 4],
  ['settings budget', 3],
  ['mcp', 1],
  ['practice serve', 2],
  ['studio init', 2],
  ['studio serve', 2],
  ['studio migrate', 2],
  ['studio status', 2],
  ['studio check', 2],
  ['studio audit', 2],
  ['studio import', 2],
  ['practice ledger', 2],
])

const parse = (args: string[]) => parseArgs({ args, options, allowPositionals: true, strict: true, tokens: true })
type Parsed = ReturnType<typeof parse>

/** Options that take a figure, and what they take. */
const figures = new Map<string, string>([
  ['max-credits', 'a number of credits, such as 20'],
  ['duration', 'a number of seconds, such as 5'],
  ['port', 'a number up to 65535, such as 4010'],
])

/** A figure below nothing looks like an option to the system's reader, whose words nobody understands. @throws UsageError */
function refuseBelowNothing(argv: string[]): void {
  const end = argv.indexOf('--')
  for (const [at, word] of (end < 0 ? argv : argv.slice(0, end)).entries()) {
    if (!/^-\.?\d/.test(word)) continue
    const before = argv[at - 1] ?? ''
    const taken = figures.get(before.replace(/^--/, ''))
    if (before.startsWith('--') && taken !== undefined)
      throw new UsageError(`${before} takes ${taken}; ${word} is below nothing. Nothing was sent.`)
    if (!before.startsWith('--'))
      throw new UsageError(`No command takes a figure below nothing, such as ${word}. Nothing was sent.`)
  }
}

function parsed(argv: string[]): Parsed {
  refuseBelowNothing(argv)
  try {
    return parse(argv)
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The command line cannot be read.')
  }
}

/** The last of them would hold in silence: another prompt would be paid for, or another sum. @throws UsageError */
function refuseTwice(tokens: Parsed['tokens']): void {
  const seen = new Set<string>()
  for (const token of tokens) {
    if (token.kind !== 'option' || token.value === undefined || token.name === 'ref' || token.name === 'set') continue
    if (seen.has(token.name)) throw new UsageError(`--${token.name} is given twice. Give it once. Nothing was sent.`)
    seen.add(token.name)
  }
}

/** @throws UsageError with a sentence */
export function readArguments(argv: string[]): Arguments {
  const { values, positionals: words, tokens } = parsed(argv)
  refuseTwice(tokens)
  refuseEmpty(words, values)
  const command = words[0] ?? ''
  const withAct = words.slice(0, 2).join(' ')
  const allowed = new Set([...everywhere, ...(perCommand.get(command) ?? perCommand.get(withAct) ?? [])])
  for (const name of Object.keys(values) as OptionName[])
    if (command !== '' && !allowed.has(name))
      throw new UsageError(`--${name} does not go with “${twoWords.has(command) ? withAct : command}”.`)
  const most = mostWords.get(command) ?? mostWords.get(withAct)
  const stray = words[most ?? words.length]
  if (stray !== undefined)
    throw new UsageError(`“${words.slice(0, most).join(' ')}” takes no “${stray}”. Use --help for the list.`)
  const project = values.project === undefined ? null : readName(values.project)
  return { values, words, maxCredits: readCredits(values['max-credits']), project }
}

/**
 * What an unset variable of a script leaves of a word. As the name of a file it would stand for the whole folder that the
 * script runs in, and all of its pictures would be paid for.
 * @throws UsageError
 */
function refuseEmpty(words: string[], values: Values): void {
  // As a folder it would be the user's own home, or the one the script runs in.
  for (const name of ['home', 'out'] as const)
    if (values[name] === '') throw new UsageError(`--${name} takes the name of a folder; this one is empty.`)
  if (values.ref?.includes('')) throw new UsageError('--ref takes a file or an address; this one is empty.')
  if (words.includes(''))
    throw new UsageError(
      `A word of the command is empty, as an unset variable leaves it: ${words.map((word) => `“${word}”`).join(' ')}. Nothing was sent or charged.`,
    )
}

/** A project's name as it is kept. @throws UsageError */
export function readName(text: string): string {
  const name = readProject(text)
  if (name === null)
    throw new UsageError(
      `A project has a name of 1 to ${mostProjectCharacters} characters, without line breaks and control characters.`,
    )
  return name
}

function readCredits(text: string | undefined): number | null {
  if (text === undefined) return null
  const credits = plainNumber(text)
  if (credits === null) throw new UsageError('--max-credits takes a number of credits, such as 20.')
  return credits
}

export const usage = `printroom [--home DIR] [--service URL|practice] [--json] [--yes] [--max-credits N] COMMAND
  key set|status|clear [--all]              the key is read from standard input, never from an argument
  models [--media image|video] [--all]      gallery show ID        skills [SKILL]
  quote generate … | quote skill ID …       the price and its lines; nothing is sent
  generate --prompt TEXT [--model ID] [--ratio R] [--resolution R] [--quality Q] [--duration N] [--tier T]
           [--ref FILE|URL]… [--set name=value]… [--wait] [--skip-paid] [--project NAME]
  skill ID [FILE|URL]… [--set name=value]… [--out DIR] [--wait] [--skip-paid] [--reencode] [--twice] [--project NAME]
                                            one request for each file or address; the same picture once
  prepare FILE… --for reference|upscale --out DIR [--reencode]   local preparation only
  resume [--wait]                           drive every unfinished request to its end
  receipts list|show ID|export FILE [--force]    library list|search TEXT [--flag pick|reject|none]
  export ID… --out DIR [--format png|jpeg|webp|avif|tiff] [--quality N] [--long-edge N | --width N --height N | --percent N]
           [--scale 1,2] [--trim [--padding N]] [--background COLOR|none] [--profile srgb|original] [--name TEMPLATE]
           [--preset NAME]                  files of results for others, never over one; without --format as they are
  receipts list --project NAME              receipts project ID… NAME | receipts project ID… --none
  ledger [--by day|model|project|request] [--from DAY] [--to DAY]   quoted, charged, refunded, paid; DAY as 2026-11-20
  queue list|pause|resume|cancel ID|decide ID CHOICE [--wait]    practice serve --port N | practice ledger
  queue front ID | queue move ID --before ID                     what was not sent yet, in another order
  queue retry ID                            looks and fetches now; what came to nothing is quoted as a new order
  queue cap [day|batch N|none]              what may be spent at most in 24 hours, or with one order of many
  backups list|restore NAME                 copies of the database; receipts are never lost by it
  settings hosts list|allow HOST|forget HOST                     private hosts that results may be fetched from
  settings budget [N|none]                  what agents may spend in all, without asking you
  mcp                                       serves agents over standard input and output (Model Context Protocol)
  tokens list|create NAME|revoke ID|usage ID                     the session token is read from standard input
  studio init|serve|migrate|status|check|people|budget|audit|import   one queue and one budget for several computers
  generate … --studio, skill … --studio [--person NAME]          orders there (docs/terminal.md)
  queue list|cancel ID|decide ID CHOICE --studio [--person NAME]   what waits there, for whom, and answers to it
      (decide stopped try-again: all that budgets stopped, when they are raised)

--new-home begins anew where a home was, or its library, that is gone for good; without it nothing is made where its disk is not there.
--yes accepts known prices only, up to --max-credits and the caps. Without it nothing is ordered (status 3); a choice
named in “queue decide” is itself the consent to what “queue list” says it costs.
--skip-paid leaves out what was done before with the same settings; its files are listed and copied all the same.
--force lets “receipts export” replace a file; nothing of Printroom’s own is ever replaced.
--twice orders a picture as often as it is named, also under another name.
--project files what is ordered under a client or a campaign; the price and the order are the same.
--reencode sends originals that no upload takes as they are as copies of the same size, at the quality that is shown.
Status: 0 all completed · 2 wrong usage · 3 a decision is needed · 4 something failed or was refused · 5 still running`
