import { basename } from 'node:path'
import type { QuoteView } from '../../contract/quotes.ts'
import type { LargeOriginal } from '../../domain/form/original.ts'
import type { Reencode } from '../../domain/request/receipt.ts'
import { sanitizeText } from '../platform/text.ts'
import type { Originals } from './originals.ts'

/** A picture that an order gives for the main field: how it goes, or why it is left out. */
export interface GivenPicture {
  leftOut: QuoteView['leftOut'][number] | null
  /** The accepted lossy copy, and the original it stands for. */
  accepted: { reencode: Reencode; of: LargeOriginal } | null
  willAskResize: boolean
}

/**
 * A local original that a Skill takes at its full size. It goes as a lossy copy only where the order says so (A1).
 * @param isAccepted whether the order accepts the copy that is offered, if one is
 */
export async function givenOriginal(path: string, isAccepted: boolean, originals: Originals): Promise<GivenPicture> {
  const { way, message, sizeBytes, width, height, reencode, willAskResize } = await originals.look(path)
  const given = { leftOut: null, accepted: null, willAskResize }
  if (way === 'upload') return given
  const leftOut = { file: path, message: message ?? '', original: null }
  if (way === 'refused' || width === null || height === null) return { ...given, leftOut }
  const original = { sizeBytes, width, height, reencode }
  if (reencode === null || !isAccepted) return { ...given, leftOut: { ...leftOut, original } }
  return { ...given, accepted: { reencode, of: { name: sanitizeText(basename(path)), ...original } } }
}
