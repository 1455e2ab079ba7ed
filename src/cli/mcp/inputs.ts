import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { mostCeiling, mostFiles, mostPictures } from '../../contract/limits.ts'
import { generationOrderByPath, type SkillOrder, skillOrder } from '../../contract/orders.ts'
import { isAddress } from '../../domain/form/address.ts'
import { lostSign } from '../../engine/platform/odd-names.ts'
import { UsageError } from '../arguments.ts'

// What agents may say. Unknown members are refused: one that is misspelled might have decided the price.

const source = z.string().max(4096).describe('Absolute path of a file, or a public https address')

const generation = generationOrderByPath.omit({ variants: true, alongside: true, alsoTo: true }).extend({
  references: z.array(source).max(mostPictures).optional(),
})
export const generationWish = z.strictObject(generation.shape)

const skill = skillOrder.omit({ alsoTo: true, reencode: true }).extend({
  files: z
    .array(source)
    .max(mostFiles)
    .describe('One request for each; absolute paths of files or folders, or addresses'),
  pictures: z
    .array(z.object({ field: z.string().max(80), source }))
    .max(mostPictures)
    .optional()
    .describe('Pictures for other fields than the one that the files fill'),
})
export const skillWish = z.strictObject(skill.shape)

const terms = {
  idempotencyKey: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Your own name for this order: asking again with it and the same input orders nothing twice'),
  repeat: z
    .boolean()
    .optional()
    .describe('Orders again what was made or is under way with the same settings; needs an idempotencyKey'),
  maxCredits: z.number().nonnegative().max(mostCeiling).optional().describe('Above it nothing is ordered'),
  project: z.string().optional().describe('A client or a campaign that the order is filed under'),
}
const ordered = generation.extend(terms)
export const generationOrderWish = z.strictObject(ordered.shape)
export const skillOrderWish = z.strictObject(skill.extend(terms).shape)
export type OrderTerms = Pick<z.infer<typeof ordered>, keyof typeof terms>

/** @throws UsageError where it is neither an address nor the whole path of a file: nobody knows the folder it would be in */
export function namedSource(text: string): string {
  if (isAddress(text)) return text
  if (!isAbsolute(text))
    throw new UsageError(`“${text}” is no absolute path, and no address. Nothing was sent or charged.`)
  if (text.includes(lostSign))
    throw new UsageError(`“${text}” holds the sign U+FFFD, so it is not the name of the file. Nothing was sent.`)
  return text
}

/** @throws UsageError */
export const skillBySources = ({ files, pictures, ...rest }: z.infer<typeof skillWish>): SkillOrder => ({
  ...rest,
  files: files.map(namedSource),
  ...(pictures ? { pictures: pictures.map((one) => ({ ...one, source: namedSource(one.source) })) } : {}),
})
