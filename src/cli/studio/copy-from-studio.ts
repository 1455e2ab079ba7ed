import type { RequestView } from '../../contract/views.ts'
import type { Engine } from '../../engine/engine.ts'
import { workFolder } from '../../engine/platform/work-folder.ts'
import type { Context } from '../context.ts'
import { copyOut } from '../copy-out.ts'

/** Copies results out of the studio's files, which this computer may have to fetch first. Whether all were made. */
export async function copyFromStudio(
  engine: Engine,
  views: readonly RequestView[],
  folder: string,
  context: Context,
): Promise<boolean> {
  const { files } = await context.studio()
  const reached: RequestView[] = []
  for (const view of views) {
    const assets: RequestView['assets'] = []
    for (const asset of view.assets) {
      const path = await files.reach(asset.sha256, workFolder())
      assets.push(path === null ? asset : { ...asset, path })
    }
    reached.push({ ...view, assets })
  }
  return copyOut(engine, reached, folder, context)
}
