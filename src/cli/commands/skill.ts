import { resolve } from 'node:path'
import type { QuoteView } from '../../contract/views.ts'
import { readSetting } from '../../domain/form/skill-form.ts'
import { isSkillHere } from '../../domain/form/skills-here.ts'
import type { Json } from '../../domain/json.ts'
import type { Engine } from '../../engine/engine.ts'
import { openOut } from '../../engine/inspector.ts'
import { Offers } from '../../engine/offers.ts'
import { RefusedError, UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import type { ExitStatus } from '../exit-status.ts'
import { spend } from '../spend.ts'

export async function skill(context: Context): Promise<ExitStatus> {
  const engine = await context.engine()
  await engine.key.load()
  const offers = new Offers(engine)
  return spend(context, engine, offers, await quoteSkill(context, engine, offers, context.args.words.slice(1)))
}

/** @param words the Skill's id and the positional files */
export async function quoteSkill(
  context: Context,
  engine: Engine,
  offers: Offers,
  words: string[],
): Promise<QuoteView> {
  const [id, ...files] = words
  if (id === undefined) throw new UsageError('skill needs the id of a Skill; “skills” lists them.')
  if (!isSkillHere(id)) throw new UsageError(`The Skill “${id}” is not there yet.`)
  if (files.some((file) => /^https?:\/\//i.test(file)))
    throw new UsageError('Addresses as sources are not there yet. Give a file.')
  const values = await settings(context, engine, id)
  const paths = await openOut(files.map((file) => resolve(file)))
  if (files.length > 0 && paths.length === 0)
    throw new RefusedError('The folder holds no file. Nothing was sent or charged. Name a folder with pictures.')
  return offers.skill({ skill: id, files: paths, values })
}

async function settings({ args }: Context, engine: Engine, id: string): Promise<Record<string, Json>> {
  const texts = args.values.set ?? []
  if (texts.length === 0) return {}
  const found = (await engine.skills.get()).value?.find((entry) => entry.id === id)
  const values: Record<string, Json> = {}
  for (const text of texts) {
    const cut = text.indexOf('=')
    if (cut < 1) throw new UsageError(`--set takes name=value; “${text}” has no name.`)
    const name = text.slice(0, cut)
    const read = found ? readSetting(found, name, text.slice(cut + 1)) : { value: text.slice(cut + 1) }
    if ('problem' in read) throw new UsageError(read.problem)
    values[name] = read.value
  }
  return values
}
