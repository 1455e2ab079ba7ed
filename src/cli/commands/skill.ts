import { resolve } from 'node:path'
import type { QuoteView } from '../../contract/views.ts'
import type { Skill } from '../../domain/catalogue/skill.ts'
import { readSetting } from '../../domain/form/skill-form.ts'
import type { Json } from '../../domain/json.ts'
import type { Engine } from '../../engine/engine.ts'
import { openOut } from '../../engine/inspector.ts'
import { Offers } from '../../engine/offers.ts'
import { RefusedError, UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import type { ExitStatus } from '../exit-status.ts'
import { isAddress, readSettings, sourceOf } from '../settings.ts'
import { spend } from '../spend.ts'

export async function skill(context: Context): Promise<ExitStatus> {
  const engine = await context.engine()
  await engine.key.load()
  const offers = new Offers(engine)
  return spend(context, engine, offers, await quoteSkill(context, engine, offers, context.args.words.slice(1)))
}

/** @param words the Skill's id and the positional files and addresses */
export async function quoteSkill(
  context: Context,
  engine: Engine,
  offers: Offers,
  words: string[],
): Promise<QuoteView> {
  const [id, ...sources] = words
  if (id === undefined) throw new UsageError('skill needs the id of a Skill; “skills” lists them.')
  const found = (await engine.skills.get()).value?.find((entry) => entry.id === id)
  const { values, pictures } = settings(context.args.values.set, found)
  const files = await openOut(sources.filter((source) => !isAddress(source)).map((file) => resolve(file)))
  const addresses = sources.filter(isAddress)
  if (sources.length > 0 && files.length + addresses.length === 0)
    throw new RefusedError('The folder holds no file. Nothing was sent or charged. Name a folder with pictures.')
  return offers.skill({ skill: id, files: [...files, ...addresses], values, pictures })
}

/** `--set name=value`: `@FILE` and addresses of picture fields are pictures, the rest are values; a repeated one appends. */
function settings(
  texts: string[] | undefined,
  skill: Skill | undefined,
): { values: Record<string, Json>; pictures: { field: string; source: string }[] } {
  const values: Record<string, Json> = {}
  const pictures: { field: string; source: string }[] = []
  for (const { name, text } of readSettings(texts)) {
    if (text.startsWith('@')) {
      pictures.push({ field: name, source: sourceOf(text.slice(1)) })
      continue
    }
    const read = skill ? readSetting(skill, name, text) : { value: text }
    if ('problem' in read) throw new UsageError(read.problem)
    values[name] = read.value
  }
  return { values, pictures }
}
