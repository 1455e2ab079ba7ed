import { ImagePlus, type LucideIcon, MousePointerClick, Scissors, Search } from 'lucide-react'
import type { Command } from '../../../contract/commands.ts'
import type { AssetView, RequestView } from '../../../contract/views.ts'
import { allCommands, commandWords } from '../../format/command-words.ts'
import { contextWords } from '../../format/context-words.ts'
import { clock, dateShort, dayKey } from '../../format/format.ts'
import { apart, t } from '../../format/messages.ts'
import { knownSkills, skillLabels } from '../../format/skill-names.ts'
import type { ActGroups } from '../../stores/context-acts.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { useSkills } from '../../stores/skill-store.ts'
import { useView } from '../../stores/view-store.ts'
import { blockedNow, perform, uncovered } from '../commands.ts'
import { iconOf } from './icons.ts'

/** One line of the palette. Running it opens something; nothing here spends. */
export interface PaletteEntry {
  id: string
  label: string
  also: string
  icon: LucideIcon
  /** At the end of the line: which kind of thing it is, or when it was made. */
  aside: string
  keys: readonly string[]
  /** Why it cannot be done now; null when it can. */
  blocked: string | null
  /** Null for what is no picture. */
  picture: { src: string | null; cutout: boolean } | null
  /** Words that people wrote. */
  isGiven: boolean
  run: () => void
}

const plain = { also: '', aside: '', keys: [], blocked: null, picture: null, isGiven: false } as const

export const groupWords = (group: Command['group']): string =>
  ({
    go: t('Go to'),
    make: t('Make'),
    queue: t('Queue'),
    app: t('Printroom'),
    settings: t('Settings'),
  })[group]

/** Every command of the app but the palette itself, and every Skill of the service. */
export function commandEntries(): (PaletteEntry & { group: Command['group'] })[] {
  const commands = allCommands
    .filter(({ id }) => id !== 'palette')
    .map((command) => ({
      ...plain,
      id: command.id,
      group: command.group,
      label: commandWords(command.id),
      also: `${command.also ?? ''} ${groupWords(command.group)}`,
      icon: iconOf(command.id),
      aside: groupWords(command.group),
      keys: command.keys ?? [],
      blocked: blockedNow(command.id),
      run: () => perform(command.id),
    }))
  const at = commands.findIndex(({ id }) => id === 'open-pictures')
  return [...commands.slice(0, at), ...skillEntries(), ...commands.slice(at)]
}

function skillEntries(): (PaletteEntry & { group: 'make' })[] {
  const listed = useSkills.getState().skills?.skills
  const skills = listed && listed.length > 0 ? listed : knownSkills.map((id) => ({ id, supported: true }))
  return skills.map(({ id, supported }) => ({
    ...plain,
    id: `skill:${id}`,
    group: 'make',
    label: skillLabels(id).name,
    also: `Skill ${id}`,
    icon: skillLabels(id).icon,
    aside: t('Skill'),
    blocked: supported ? null : t('This version of Printroom cannot run it yet.'),
    run: () =>
      uncovered(() => {
        useView.getState().go('skills')
        useSkills.getState().choose(id)
      }),
  }))
}

const when = (instant: string): string => (dayKey(instant) === dayKey(Date.now()) ? clock(instant) : dateShort(instant))

export const pictureEntry = (asset: AssetView): PaletteEntry => ({
  ...plain,
  id: `picture:${asset.id}`,
  label: asset.title === '' ? asset.name : asset.title,
  aside: [
    asset.skill === null ? asset.modelName && apart(asset.modelName) : skillLabels(asset.skill).name,
    when(asset.createdAt),
  ]
    .filter(Boolean)
    .join(', '),
  icon: ImagePlus,
  picture: { src: asset.thumbnail, cutout: asset.hasAlpha },
  isGiven: true,
  run: () => uncovered(() => useView.getState().openAsset(asset.id)),
})

export const receiptEntry = (request: RequestView): PaletteEntry => ({
  ...plain,
  id: `receipt:${request.id}`,
  label: request.title,
  also: request.skill === null ? '' : skillLabels(request.skill).name,
  aside: when(request.createdAt),
  icon: request.kind === 'generation' ? ImagePlus : Scissors,
  picture: {
    src: request.assets[0]?.thumbnail ?? request.source?.thumbnail ?? null,
    cutout: request.assets[0]?.hasAlpha ?? false,
  },
  isGiven: true,
  run: () => uncovered(() => useView.getState().openReceipt(request.id)),
})

/** What can be done with what was chosen, or had the keyboard, when the palette was opened. */
export const actEntries = (acts: ActGroups): PaletteEntry[] =>
  acts.flat().map(({ act, run, isOff = false }) => ({
    ...plain,
    id: `act:${act}`,
    label: contextWords(act),
    aside: t('Selection'),
    icon: MousePointerClick,
    blocked: isOff ? t('Its file is not in its place.') : null,
    run: () => uncovered(run),
  }))

export const searchEntry = (typed: string): PaletteEntry => ({
  ...plain,
  id: 'search',
  label: t('Search the library for “{typed}”', { typed: apart(typed) }),
  icon: Search,
  blocked: blockedNow('library'),
  run: () =>
    uncovered(() => {
      useView.getState().go('library')
      useLibrary.getState().clearFilter()
      useLibrary.getState().setFilter({ search: typed })
    }),
})
