import type { RequestView } from '../contract/views.ts'
import { copyName } from '../domain/naming/file-name.ts'
import { isEndState } from '../domain/request/states.ts'
import { putMarked } from '../engine/copies/put-marked.ts'
import type { Engine } from '../engine/engine.ts'
import { fileAnswered } from '../engine/platform/disk-answer.ts'
import { markResult } from '../engine/platform/folder-marks.ts'
import type { Context } from './context.ts'
import { copyNewResults, whyNotCopied } from './copies.ts'

/** Copies beside the library, under `{source}-{skill}`; a name that is taken gets a number. Whether all were made. */
export async function copyOut(
  { store }: Engine,
  views: readonly RequestView[],
  folder: string,
  { output }: Pick<Context, 'output'>,
): Promise<boolean> {
  let isWhole = true
  for (const view of views)
    for (const asset of view.assets) {
      const extension = asset.name.slice(asset.name.lastIndexOf('.') + 1)
      const name = (n: number) =>
        view.kind === 'skill'
          ? copyName(view.title, view.skill ?? '', extension, n)
          : copyName(asset.name, 'copy', extension, n)
      try {
        // A Printroom that watches that folder must not take the copy for a new picture.
        await putMarked(
          () => fileAnswered(folder, () => markResult(folder, store.salt, asset.sha256), 0),
          () => copyNewResults(asset.path, folder, name, asset.sizeBytes),
        )
      } catch (error) {
        isWhole = false
        output.say(`${asset.name} could not be copied to ${folder}: ${whyNotCopied(error)}. It is safe in the library.`)
      }
    }
  if (views.some((view) => !isEndState(view.state)))
    output.say(`What is not home yet was not copied to ${folder}; with --wait it is. It will be in the library.`)
  return isWhole
}
