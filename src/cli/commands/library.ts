import { type LibraryFilter, libraryFilter } from '../../contract/library.ts'
import { holdsWords } from '../../domain/library/search.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Asset } from '../../engine/store/assets.ts'
import { UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'

/** As in the window. */
export const longestSearch = 400

/** Works without the service: what is at home is at home. */
export async function libraryCommand({ args, output, engine }: Context): Promise<ExitStatus> {
  const [, act, ...words] = args.words
  if (act !== 'list' && act !== 'search') throw new UsageError('library needs list or search TEXT.')
  if (act === 'search' && words.length === 0) throw new UsageError('library search needs a text.')
  if (act === 'search' && !holdsWords(words.join(' '))) output.say('Search for letters or numbers.')
  if (words.join(' ').length > longestSearch)
    throw new UsageError(`library search takes at most ${longestSearch} characters.`)
  const flag = readFlag(args.values.flag)
  const opened = await engine()
  const search = act === 'search' ? words.join(' ') : undefined
  let before: number | undefined
  do {
    const page = opened.store.assets.page({ search, flag, before, limit: 500 })
    for (const asset of page.items) {
      const line = assetLine(opened, asset)
      output.line(line)
      output.say(`${line.createdAt}  ${line.title}  ${line.path}`)
    }
    before = page.cursor ?? undefined
  } while (before !== undefined)
  return exitStatus.done
}

function readFlag(text: string | undefined): LibraryFilter['flag'] {
  const { success, data } = libraryFilter.shape.flag.safeParse(text)
  if (!success) throw new UsageError('--flag takes pick, reject or none.')
  return data
}

/** A result, as programs read it. */
export function assetLine(engine: Engine, asset: Asset) {
  const view = engine.assetViewOf(asset)
  const { id, path, sha256, sizeBytes, width, height, format, title, kind, skill, createdAt, present } = view
  return {
    id,
    request: view.requestId,
    path,
    sha256,
    sizeBytes,
    width,
    height,
    format,
    title,
    kind,
    skill,
    model: view.modelName,
    createdAt,
    present,
  }
}
