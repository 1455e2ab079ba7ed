import { failureOf } from '../engine/platform/failure-of.ts'
import { lostSign, wordsOfCommand } from '../engine/platform/odd-names.ts'
import { sanitizeText } from '../engine/platform/text.ts'
import { type Arguments, RefusedError, readArguments, UnopenedError, UsageError, usage } from './arguments.ts'
import type { Context } from './context.ts'
import { type ExitStatus, exitStatus } from './exit-status.ts'
import { takeS3Environment } from './s3-environment.ts'
import { endOutput, guardOutput, leave } from './streams.ts'

// Out of the environment before any child can start (design.md, "The terminal").
const environmentKey = process.env.PRINTROOM_API_KEY?.trim() || null
delete process.env.PRINTROOM_API_KEY
const studioAddress = process.env.PRINTROOM_STUDIO?.trim() || null
delete process.env.PRINTROOM_STUDIO
const s3 = takeS3Environment(process.env)

type Command = (context: Context) => Promise<ExitStatus>

/** Each is loaded where it is named: to load them all, with the engine, takes longer than most of what they do. */
const commands = new Map<string, () => Promise<Command>>(
  Object.entries({
    backups: async () => (await import('./commands/backups.ts')).backups,
    export: async () => (await import('./commands/export.ts')).exportResults,
    gallery: async () => (await import('./commands/gallery.ts')).galleryCommand,
    generate: async () => (await import('./commands/generate.ts')).generate,
    key: async () => (await import('./commands/key.ts')).key,
    ledger: async () => (await import('./commands/ledger.ts')).ledger,
    library: async () => (await import('./commands/library.ts')).libraryCommand,
    mcp: async () => (await import('./commands/mcp.ts')).mcp,
    models: async () => (await import('./commands/lists.ts')).modelsCommand,
    practice: async () => (await import('./commands/practice.ts')).practice,
    prepare: async () => (await import('./commands/prepare.ts')).prepareCommand,
    queue: async () => (await import('./commands/queue.ts')).queue,
    quote: async () => (await import('./commands/quote.ts')).quoteCommand,
    receipts: async () => (await import('./commands/receipts.ts')).receipts,
    resume: async () => (await import('./commands/resume.ts')).resume,
    settings: async () => (await import('./commands/settings.ts')).settings,
    skill: async () => (await import('./commands/skill.ts')).skill,
    skills: async () => (await import('./commands/lists.ts')).skills,
    studio: async () => (await import('./commands/studio.ts')).studio,
    tokens: async () => (await import('./commands/tokens.ts')).tokens,
  }),
)

const ordering: ReadonlySet<string | undefined> = new Set(['generate', 'skill', 'quote', 'prepare', 'resume'])
const deciding: ReadonlySet<string | undefined> = new Set(['cancel', 'decide', 'retry'])

/** Whether a result is the last line of a command. An empty one of a list would say that there is nothing in it. */
const endsWithResult = ({ words: [command, act] }: Arguments): boolean =>
  ordering.has(command) || (command === 'queue' && deciding.has(act))

/** Whoever asks what became of a command must not take “it cannot be asked now” for an answer. */
const notAsked = (command = ''): string =>
  `What became of the command ${command} was not learned: it may stand, and be charged as agreed. Ask again in the same way.`

function complain(message: string): void {
  process.stderr.write(`${sanitizeText(message)}\n`)
}

/** Commands whose words are names of files, of which one that cannot be opened is told beside the others. */
const takesFiles: ReadonlySet<string | undefined> = new Set(['skill', 'quote', 'prepare'])

/** @throws UsageError for a word that is not UTF-8, or may not have been, where no file is named by it */
function refuseOdd({ words }: Arguments, odd: ReadonlySet<string>, decoded: readonly string[]): void {
  const files = takesFiles.has(words[0]) ? words.slice(1) : []
  const word = [...odd].find((each) => !files.includes(each))
  if (word !== undefined)
    throw new UsageError(`“${word}” is not valid UTF-8. Type it anew, or rename the file. Nothing was sent.`)
  // Where bytes were lost before they came here (a script, a shell), nothing tells which they were.
  const lost = decoded.find((each) => each.includes(lostSign) && !files.includes(each))
  if (lost !== undefined)
    throw new UsageError(
      `“${lost}” holds the sign U+FFFD, which stands for text that is not valid UTF-8 and was lost, so it is not what you wrote. Type it anew, without that sign. Nothing was sent.`,
    )
}

async function run(argv: string[]): Promise<ExitStatus> {
  let args: Arguments
  try {
    const { words, odd } = wordsOfCommand(argv)
    args = readArguments(words)
    refuseOdd(args, odd, words)
  } catch (error) {
    complain(error instanceof Error ? error.message : 'The command line cannot be read.')
    return exitStatus.usage
  }
  const name = args.words[0]
  if (args.values.help || name === undefined) {
    process.stderr.write(`${usage}\n`)
    return args.values.help ? exitStatus.done : exitStatus.usage
  }
  const load = commands.get(name)
  if (!load) {
    complain(`There is no command “${name}”. Use --help for the list.`)
    return exitStatus.usage
  }
  const [command, { createContext }] = await Promise.all([load(), import('./context.ts')])
  const context = createContext(args, { environmentKey, studioAddress, s3 })
  try {
    return await command(context)
  } catch (error) {
    const isOurs = error instanceof UsageError || error instanceof RefusedError
    const isUnknown = !isOurs && args.values.command !== undefined
    const message = isOurs ? error.message : failureOf(error).message
    complain(message)
    if (isUnknown) complain(notAsked(args.values.command))
    if (error instanceof UsageError) return exitStatus.usage
    context.output.error(message)
    if (endsWithResult(args) && !(error instanceof UnopenedError)) context.output.result([])
    return isUnknown ? exitStatus.running : exitStatus.failed
  } finally {
    // What was done is done: trouble at the end (a full disk) takes nothing from the status.
    await context.close().catch((error: unknown) => complain(failureOf(error).message))
  }
}

guardOutput()
leave(await endOutput(await run(process.argv.slice(2))))
