import type { QuoteView } from '../../contract/quotes.ts'
import type { Skill } from '../../domain/catalogue/skill.ts'
import { isAddress } from '../../domain/form/address.ts'
import { pictureFields, readSetting } from '../../domain/form/skill-form.ts'
import { takesOriginal } from '../../domain/form/skill-rules.ts'
import type { Json } from '../../domain/json.ts'
import type { Engine } from '../../engine/engine.ts'
import { QuoteService } from '../../engine/quoting/quote-service.ts'
import { repeatedWords } from '../../engine/sources/same-files.ts'
import { UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { refuseNoFile } from '../copies.ts'
import type { ExitStatus } from '../exit-status.ts'
import { readSettingArguments, refuseTwice, sourceOf } from '../settings.ts'
import { spend } from '../spend.ts'

export async function skill(context: Context): Promise<ExitStatus> {
  const engine = await context.engine()
  await engine.key.load()
  const quotes = new QuoteService(engine)
  return spend(context, engine, quotes, await quoteSkill(context, engine, quotes, context.args.words.slice(1)))
}

/** “quote” takes these for a generation. */
const generationOnly = ['prompt', 'model', 'ratio', 'resolution', 'quality', 'duration', 'tier', 'ref'] as const

/** @param words the Skill's id and the positional files and addresses */
export async function quoteSkill(
  context: Context,
  engine: Engine,
  quotes: QuoteService,
  words: string[],
): Promise<QuoteView> {
  const [id, ...sources] = words
  if (id === undefined) throw new UsageError('skill needs the id of a Skill; “skills” lists them.')
  const stray = generationOnly.find((name) => context.args.values[name] !== undefined)
  if (stray !== undefined) throw new UsageError(`--${stray} does not go with a Skill. Its fields are set by --set.`)
  const found = (await engine.skills.get()).value?.find((entry) => entry.id === id)
  if (context.args.values.reencode === true && found && !takesOriginal(found))
    throw new UsageError(`--reencode does not go with ${id}: it takes no original at its full size.`)
  const { values, pictures } = settings(context.args.values.set, found)
  const files = await opened(engine, sources.map(sourceOf))
  const all = context.args.values.twice === true ? files : await eachOnce(engine, files, context.output.say)
  const reencode = context.args.values.reencode === true ? [...all, ...pictures.map(({ source }) => source)] : []
  return quotes.skill({ skill: id, files: all, values, pictures, reencode })
}

/** Files, with those of folders, and then addresses. @throws RefusedError where folders alone are named and no file is in them */
export async function opened(engine: Engine, sources: string[]): Promise<string[]> {
  const files = await engine.inspector.openOut(sources.filter((source) => !isAddress(source)))
  const all = [...files, ...sources.filter(isAddress)]
  if (sources.length > 0) refuseNoFile(all)
  return all
}

/** The same picture is ordered once, whatever it is called. */
export async function eachOnce(
  engine: Engine,
  sources: string[],
  say: (message: string) => void = () => undefined,
): Promise<string[]> {
  const repeated = await engine.sameFiles.repeated(sources)
  for (const one of repeated)
    say(`${repeatedWords([one])} It is ordered once; --twice orders it as often as it is named.`)
  const again = new Set(repeated.map(({ at }) => at))
  return sources.filter((_, at) => !again.has(at))
}

/** `--set name=value`: `@FILE` and addresses of picture fields are pictures, the rest are values; a repeated one appends. */
function settings(
  texts: string[] | undefined,
  skill: Skill | undefined,
): { values: Record<string, Json>; pictures: { field: string; source: string }[] } {
  const values: [string, Json][] = []
  const pictures: { field: string; source: string }[] = []
  const isPicture = (name: string): boolean =>
    skill === undefined || pictureFields(skill).some((field) => field.name === name)
  for (const { name, text } of readSettingArguments(texts)) {
    // Elsewhere “@” is a character like any other.
    if (isPicture(name) && text === '@')
      throw new UsageError(
        `--set ${name}=@ names no file, as an unset variable leaves it. Nothing was sent or charged.`,
      )
    if (isPicture(name) && (text.startsWith('@') || isAddress(text))) {
      pictures.push({ field: name, source: sourceOf(text.replace(/^@/, '')) })
      continue
    }
    const read = skill ? readSetting(skill, name, text) : { value: text }
    if ('problem' in read) throw new UsageError(read.problem)
    values.push([name, read.value])
  }
  refuseTwice(values.map(([name]) => name))
  return { values: Object.fromEntries(values), pictures }
}
