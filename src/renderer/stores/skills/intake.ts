import type { InspectedFile } from '../../../contract/files.ts'
import { mostFiles, mostPictures } from '../../../contract/limits.ts'
import { isAddress } from '../../../domain/form/address.ts'
import { call } from '../../bridge/bridge.ts'
import { useNotices } from '../../bridge/notices-store.ts'
import { figure } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { addressFile, type NamedFile, unreadFile } from '../../forms/skill-form.ts'
import { chunk } from '../../grid/chunk.ts'
import { keepFirst, picturesLeft } from '../keep-first.ts'
import { type DropPlace, type SkillsApi, type SkillWork, skillWorkOf } from './state.ts'
import { changeWork, keepWork, sameForm } from './write.ts'

/** How files come into a form. */
export interface Intake {
  store: SkillsApi
  write: (id: string, part: Partial<SkillWork>) => void
  /** A draft's files stand in no other place: those that cannot be read stay too, since the form is saved with them again. */
  keepsUnread: boolean
}

/** Of files that somebody adds now. */
export const byHand = (store: SkillsApi): Intake => ({
  store,
  write: (id, part) => keepWork(store, id, part),
  keepsUnread: false,
})

const filesLeft = (left: number): string =>
  t(
    '{left, plural, one {# file was} other {# files were}} not added: one order takes up to {most}. Nothing was sent. Order these first, then add the rest.',
    { left, most: figure(mostFiles) },
  )

export function putFiles(
  { store, write }: Intake,
  id: string,
  files: readonly InspectedFile[],
  place: DropPlace,
): void {
  const work = skillWorkOf(store.getState(), id)
  const seen = files.flatMap(({ path, width, height }) => {
    return width === null || height === null ? [] : [[path, { width, height }]]
  })
  store.setState((old) => ({ sizes: { ...old.sizes, ...Object.fromEntries(seen) } }))
  if (place === 'files') {
    const merged = new Map([...work.files, ...files].map((file) => [file.file, file]))
    write(id, { files: keepFirst([...merged.values()], mostFiles, filesLeft) })
    return
  }
  const { field, most } = place
  const { [field]: before = [], ...others } = work.pictures
  const merged = new Map([...before, ...files].map((file) => [file.file, file]))
  const room = mostPictures - Object.values(others).flat().length
  // One place holds the newest; where there are several the engine says which are too many.
  const all = [...merged.values()]
  const held = keepFirst(most === 1 ? all.slice(-1) : all, room, picturesLeft)
  write(id, { pictures: { ...work.pictures, [field]: held } })
}

/** Files that nobody has looked at yet, and addresses. */
export async function putSources(
  to: Intake,
  id: string,
  sources: readonly NamedFile[],
  place: DropPlace,
): Promise<void> {
  if (sources.length === 0) return
  const addresses = sources.map(({ file }) => file).filter(isAddress)
  if (addresses.length > 0) putFiles(to, id, addresses.map(addressFile), place)
  const local = sources.filter(({ file }) => !isAddress(file))
  if (local.length === 0) return
  const isSame = sameForm(id)
  countLooking(to.store, id, local.length)
  const looked: InspectedFile[] = []
  for (const some of chunk(local, mostFiles)) {
    const answer = await call('files.inspect', { files: some.map(({ file }) => file) })
    if (answer.ok) looked.push(...answer.value)
    else {
      useNotices.getState().say({ tone: 'fault', message: answer.message })
      if (to.keepsUnread) looked.push(...some.map((file) => unreadFile(file, answer.message)))
    }
  }
  if (isSame()) countLooking(to.store, id, -local.length)
  if (looked.length > 0) putFiles(to, id, looked, place)
}

const countLooking = (store: SkillsApi, id: string, more: number): void =>
  changeWork(store, id, { looking: skillWorkOf(store.getState(), id).looking + more })
