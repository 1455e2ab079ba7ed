import { stat } from 'node:fs/promises'
import { dirname, isAbsolute } from 'node:path'
import type { CopyWish } from '../../domain/copies/wish.ts'
import { dayKey } from '../../domain/day.ts'
import { type CopyWord, copyFileName, copyRoom } from '../../domain/naming/copy-name.ts'
import { afterPrefix, practicePrefix } from '../../domain/naming/practice-prefix.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import { isLocal } from '../../domain/request/sources.ts'
import { isWithin } from '../platform/is-within.ts'
import { practiceOrigin } from '../remote/address.ts'
import type { Asset } from '../store/assets.ts'
import { titleOf } from '../views/titles.ts'

/** A copy cannot be put where it was to go, in words. */
export class NoPlaceError extends Error {
  override name = 'NoPlaceError'
}

/**
 * The folder that a receipt's copies go to; nothing is asked of its disk, which may never answer.
 * @param own folders of this app, whose files are its own business
 * @throws NoPlaceError
 */
export function copyFolder({ order }: Pick<Receipt, 'order'>, { to }: CopyWish, own: readonly string[]): string {
  if (to.kind === 'folder') return whole(to.folder)
  const source = order.kind === 'skill' ? order.pictures[0]?.source : order.references[0]
  if (source === undefined)
    throw new NoPlaceError('It was made from words alone, so there is no folder beside a picture.')
  if (!isLocal(source)) throw new NoPlaceError('Its picture came from an address, so there is no folder beside it.')
  const folder = dirname(source.path)
  if (own.some((one) => isWithin(folder, one)))
    throw new NoPlaceError('Its picture lies in Printroom’s own library, where nothing else is put.')
  return whole(folder)
}

function whole(folder: string): string {
  if (!isAbsolute(folder)) throw new NoPlaceError(`${folder} is no whole path of a folder.`)
  return folder
}

/**
 * It is never made: where a disk is not there its place may be a folder all the same. Asked only of a disk that has just
 * answered.
 * @throws NoPlaceError
 */
export async function mustBeThere(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null)
  if (!found?.isDirectory()) throw new NoPlaceError(`The folder ${folder} is not there.`)
}

/**
 * Names of one result's copy, for n = 1, 2, ….
 * @throws NoPlaceError where the folder's path leaves no room for a name
 */
export function copyNames(
  receipt: Receipt,
  { template }: CopyWish,
  asset: Asset,
  folder: string,
): (n: number) => string {
  const extension = /\.([^.]+)$/.exec(asset.name)?.[1] ?? asset.format
  const room = copyRoom(folder, extension, process.platform === 'win32')
  if (room === null) throw new NoPlaceError(`The path of ${folder} is too long for a file in it.`)
  // Practice says so in the very name: a made-up picture must never pass for a paid one.
  const practice = receipt.origin === practiceOrigin ? practicePrefix : ''
  const values = valuesOf(receipt, asset, practice)
  return (n) => `${practice}${copyFileName(template, values, extension, n, room - practice.length)}`
}

function valuesOf(receipt: Receipt, asset: Asset, practice: string): Record<CopyWord, string> {
  const { order, jobs } = receipt
  const title = titleOf(receipt)
  const isFile = order.kind === 'skill' && order.pictures.length > 0 && typeof order.fields.brand !== 'string'
  const before = jobs.slice(0, asset.jobIndex).reduce((sum, job) => sum + job.urls.length, 0)
  const prompt = order.kind === 'generation' ? title : ''
  return {
    source: short(isFile ? afterPrefix(title.replace(/\.[^.]*$/, ''), practice) : title),
    skill: order.kind === 'skill' ? order.skill : '',
    model: order.kind === 'generation' ? order.modelName : '',
    date: dayKey(receipt.approvedAtMs),
    n: String(before + asset.outputIndex + 1).padStart(2, '0'),
    prompt: short(prompt),
  }
}

/** Room is left for the template's other words. */
const short = (text: string): string => [...text].slice(0, 40).join('')
