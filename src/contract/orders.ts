import { z } from 'zod'
import { copyWish, copyWishTo } from '../domain/copies/wish.ts'
import { text } from './fields.ts'
import { fileOrAddress, folderHandle } from './handles.ts'
import { jsonMembers, jsonTree } from './json-tree.ts'
import { mostFiles, mostModels, mostOfOnePrompt, mostPictures, mostRequests } from './limits.ts'

const sources = z.array(fileOrAddress).max(mostFiles)

/** What a prompt or a model may choose for itself. */
const modelChoices = {
  aspectRatio: text(40).optional(),
  resolution: text(40).optional(),
  quality: text(40).optional(),
  duration: z.number().optional(),
  tier: text(40).optional(),
}

/** How references are taken. */
const referenceChoices = {
  referenceType: text(40).optional(),
  niji7Options: jsonTree.optional(),
  referenceVideo: text(4096).optional(),
  referenceVideoDuration: z.number().optional(),
}

/** One of several prompts, with the choices that are its own. */
const promptVariant = z.object({
  prompt: text(20_000),
  ...modelChoices,
})

/** A further model of an order, with the choices that are its own: it makes every prompt of the order too. */
const furtherModel = z.object({
  modelId: text(200),
  ...modelChoices,
  /** How many of the order's references go to it, from the first. */
  references: z.number().int().min(0).max(mostPictures),
  ...referenceChoices,
  /** In place of the order's, where a choice of theirs is another for this model. */
  variants: z.array(promptVariant).min(1).max(mostRequests).optional(),
})

/** One generation as the form holds it (service.md §4.1). Left-out fields take the listed or the service's defaults. */
export const generationOrder = z.object({
  prompt: text(20_000),
  modelId: text(200),
  ...modelChoices,
  /** Local files, prepared and sent inline (obligations A27), or public https addresses, sent as they are. */
  references: z.array(fileOrAddress).max(mostPictures).optional(),
  ...referenceChoices,
  /** How many requests of the same kind to make, one receipt each. */
  count: z.number().int().min(1).max(mostOfOnePrompt).optional(),
  /** Several at once: each takes the place of `prompt`, and of the choices that it names. `count` is of each. */
  variants: z.array(promptVariant).min(1).max(mostRequests).optional(),
  /** Models beside the first: one total, and a request and a receipt of each for every prompt. */
  alongside: z
    .array(furtherModel)
    .min(1)
    .max(mostModels - 1)
    .optional(),
  /** Where results go beside the library; kept with the receipts and not sent. */
  alsoTo: copyWishTo(folderHandle).optional(),
})
/** The same behind main's door and in the terminal: files and folders by their paths. */
export const generationOrderByPath = generationOrder.extend({
  references: z.array(text(4096)).max(mostPictures).optional(),
  alsoTo: copyWish.optional(),
})
export type GenerationOrder = z.infer<typeof generationOrderByPath>

/** One Skill over one or many files or addresses: one request, and one receipt, for each. */
export const skillOrder = z.object({
  skill: text(80),
  files: sources,
  values: jsonMembers(80).optional(),
  /** Pictures for other fields than the one that the files fill: local files or public https addresses. */
  pictures: z
    .array(z.object({ field: text(80), source: fileOrAddress }))
    .max(mostPictures)
    .optional(),
  /** Those of its files that may go as the lossy copy that was offered for them (obligations A1). */
  reencode: sources.optional(),
  /** Where results go beside the library; kept with the receipts and not sent. */
  alsoTo: copyWishTo(folderHandle).optional(),
})
export type SkillOrder = z.infer<typeof skillOrder>
