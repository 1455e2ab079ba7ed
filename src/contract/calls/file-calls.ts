import { z } from 'zod'
import { modelsView, skillsView } from '../catalogue.ts'
import { text } from '../fields.ts'
import { inspectedFile, originalView } from '../files.ts'
import { fileHandle, folderHandle } from '../handles.ts'
import { mostFiles } from '../limits.ts'
import { defineCall, nothing } from './call.ts'

/** What a folder is chosen for; main has the words. */
const folderPurpose = z.enum(['watch', 'copies'])
export type FolderPurpose = z.infer<typeof folderPurpose>

const files = z.array(fileHandle).max(mostFiles)

export const fileCallSchemas = {
  /** Opens the system's dialog; answers the chosen files, folders opened out. */
  'files.choose': defineCall('main', z.object({ folders: z.boolean(), multiple: z.boolean() }), z.array(inspectedFile)),
  /** Opens the system's dialog for one folder; null where none was chosen. */
  'files.chooseFolder': defineCall(
    'main',
    z.object({ purpose: folderPurpose }),
    z.object({ folder: folderHandle, path: z.string() }).nullable(),
  ),
  /** Files are dragged over the window: what looks at them is started, so that letting go need not wait for it. */
  'files.expect': defineCall('engine', nothing, nothing),
  /** Looks at dropped files and folders (folders are opened out). One entry for each file, usable or not. */
  'files.inspect': defineCall('engine', z.object({ files }), z.array(inspectedFile)),

  /**
   * How originals would go to a Skill that takes them at their full size, one entry for each file; works up to seconds
   * on a large one, and remembers. Folders are not opened out.
   */
  'files.lookAtOriginals': defineCall('engine', z.object({ files }), z.array(originalView)),

  /** Files that a text on the clipboard names, a line each, once a person has said in main's dialog that they may be used. */
  'files.onClipboard': defineCall('main', nothing, z.array(inspectedFile)),

  /** Keeps a pasted picture that is no file yet (a screenshot) beside the receipts, so that it can be ordered with. */
  'files.keepPasted': defineCall('engine', z.object({ name: text(200), base64: text(16_000_000) }), inspectedFile),

  'catalogue.models': defineCall(
    'engine',
    z.object({ media: z.enum(['image', 'video']).optional(), fresh: z.boolean().optional() }),
    modelsView,
  ),
  'catalogue.skills': defineCall('engine', z.object({ fresh: z.boolean().optional() }), skillsView),
} as const
