import { join } from 'node:path'
import { assertNever } from '../../../domain/assert-never.ts'
import { codeOf } from '../../../domain/error-code.ts'
import { noFileCode } from '../../platform/file-codes.ts'
import { FolderError } from '../../platform/folder-error.ts'
import { isWatched } from '../../platform/folder-marks.ts'
import { claimOrder, confirmOrder, releaseOrder } from '../../platform/order-marks.ts'
import { liesInAny } from '../../platform/own-folders.ts'
import type { FolderAsk, FolderReply, ReadFile } from '../messages.ts'
import { AiMarkSearch } from './ai-mark.ts'
import { readWhole } from './look-at-file.ts'
import { readMarks } from './marks.ts'
import { filesIn, identify, lookAt } from './scan.ts'

/** What is asked of a folder that is not ours; its errors become answers. */
export async function workInFolder(ask: FolderAsk): Promise<FolderReply> {
  try {
    const value = await tellOf(ask)
    return value === null ? { kind: 'trouble', code: noFileCode } : { kind: 'told', value }
  } catch (error) {
    if (error instanceof FolderError) return { kind: 'refused', words: error.message }
    return { kind: 'trouble', code: codeOf(error) }
  }
}

function tellOf(ask: FolderAsk): Promise<unknown> {
  switch (ask.do) {
    case 'identify':
      return identify(ask.folder)
    case 'liesInAny':
      return liesInAny(ask.folder, ask.others)
    case 'files':
      return filesIn(ask.folder)
    case 'isWatched':
      return isWatched(ask.folder)
    case 'marks':
      return marksIn(ask.folder, ask.salt)
    case 'read':
      return readIn(ask.folder, ask.name)
    case 'claimOrder':
      return claimOrder(ask.folder, ask.name, ask.token)
    case 'confirmOrder':
      return confirmOrder(ask.folder, ask.name).then(done)
    case 'releaseOrder':
      return releaseOrder(ask.folder, ask.name, ask.token).then(done)
    default:
      return assertNever(ask)
  }
}

/** Null would be no file. */
const done = (): true => true

async function marksIn(folder: string, salt: string): Promise<{ contents: string[]; byOthers: boolean }> {
  const { contents, byOthers } = await readMarks(folder, salt)
  return { contents: [...contents], byOthers }
}

/** Null where it is no file. */
async function readIn(folder: string, name: string): Promise<ReadFile | null> {
  const mark = new AiMarkSearch()
  const read = await readWhole(join(folder, name), mark.look)
  if (read === null) return null
  return { sha256: read.sha256, hasMark: mark.isFound, stat: (await lookAt(folder, name))?.stat ?? null }
}
