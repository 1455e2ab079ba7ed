import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { theme } from '../../contract/app.ts'
import { contrast, language, type Network, network } from '../../contract/settings.ts'
import { type UpdateChoices, updateChoices } from '../../contract/updates.ts'
import { codeOf } from '../../domain/error-code.ts'
import { CallError } from './call-error.ts'
import { writeDurably } from './durable-file.ts'
import { makeFolders } from './make-folders.ts'

/** Each by itself: one that cannot be read takes no other one with it. */
const members = {
  /** A service's address, the word `practice`, or null when nothing was chosen yet. */
  service: z.string().nullable(),
  /** Addresses of services that were left with a key or open requests, the last one first: there is a way back to each. */
  leftServices: z.array(z.string()),
  theme,
  contrast,
  language,
  /** Dearer orders are asked about in a dialog of the system. */
  askAbove: z.number().nonnegative(),
  proxy: network.shape.proxy,
  extraCa: network.shape.extraCa,
  updatesAddress: updateChoices.shape.address,
  updatesOn: updateChoices.shape.on,
  notInstalled: updateChoices.shape.notInstalled,
}
type Members = { [M in keyof typeof members]: z.infer<(typeof members)[M]> }
type Member = keyof Members

/** As nobody has chosen anything yet. */
const unset: Members = {
  service: null,
  leftServices: [],
  theme: 'system',
  contrast: 'system',
  language: 'en',
  askAbove: 200,
  proxy: 'system',
  extraCa: null,
  updatesAddress: null,
  updatesOn: null,
  notInstalled: undefined,
}

/** Where something stands that nobody can read, and no copy has it: nothing is switched on by that. */
const unreadable: Members = { ...unset, updatesOn: false }

/** Where each stands in the file. */
const standsAt: Record<Member, readonly [string] | readonly [string, string]> = {
  service: ['service'],
  leftServices: ['leftServices'],
  theme: ['theme'],
  contrast: ['contrast'],
  language: ['language'],
  askAbove: ['askAbove'],
  proxy: ['network', 'proxy'],
  extraCa: ['network', 'extraCa'],
  updatesAddress: ['updates', 'address'],
  updatesOn: ['updates', 'on'],
  notInstalled: ['updates', 'notInstalled'],
}

const called: Record<Member, string> = {
  service: 'the service’s address',
  leftServices: 'services that were left',
  theme: 'the theme',
  contrast: 'the contrast',
  language: 'the language',
  askAbove: 'the sum above which orders are asked about',
  proxy: 'the proxy',
  extraCa: 'the file of further certificates',
  updatesAddress: 'the address of updates',
  updatesOn: 'whether updates are looked for',
  notInstalled: 'the update that was not installed',
}

export type AppSettings = Omit<Members, 'proxy' | 'extraCa' | 'updatesAddress' | 'updatesOn' | 'notInstalled'> & {
  network: Network
  updates: UpdateChoices
}

/** A choice that cannot be taken, in words. What was chosen before stays. */
export class SettingError extends CallError {
  override name = 'SettingError'
  constructor(message: string) {
    super('setting', message)
  }
}

const lostWords =
  'The settings could not be read, so Printroom does not know which service you use. Receipts, library and key are where they were; nothing was sent or charged. Give the service’s address again.'

/** The same choices once more: a file that is damaged after it was written takes no service away. */
export const copyOf = (path: string): string => `${path}.copy`

/**
 * Choices that hold before any service is known, from their file or else its copy, each by itself.
 * @returns defaults where there is neither; `problem` is a sentence if something is there that cannot be read and that the
 *   copy does not have whole beside it, or that it had
 */
export function readSettings(path: string): { settings: AppSettings; problem: string | null } {
  const files = [read(path), read(copyOf(path))]
  const kept = files.filter((file) => typeof file === 'object')
  if (kept.length === 0 && files.includes('unreadable')) return { settings: settingsOf(unset), problem: lostWords }
  const restored: Member[] = []
  const lost: Member[] = []
  const one = <M extends Member>(name: M): Members[M] => {
    const said = kept.map((file) => valueAt(file, standsAt[name]))
    const whole = said.findIndex((value) => value !== undefined && members[name].safeParse(value).success)
    const wrong = said.findIndex((value, at) => value !== undefined && at !== whole)
    if (wrong !== -1 && (whole === -1 || wrong < whole)) (whole === -1 ? lost : restored).push(name)
    if (whole === -1) return wrong === -1 ? unset[name] : unreadable[name]
    return members[name].parse(said[whole]) as Members[M]
  }
  const all: Members = {
    service: one('service'),
    leftServices: one('leftServices'),
    theme: one('theme'),
    contrast: one('contrast'),
    language: one('language'),
    askAbove: one('askAbove'),
    proxy: one('proxy'),
    extraCa: one('extraCa'),
    updatesAddress: one('updatesAddress'),
    updatesOn: one('updatesOn'),
    notInstalled: one('notInstalled'),
  }
  return { settings: settingsOf(all), problem: wordsOf(restored, lost) }
}

const settingsOf = ({ proxy, extraCa, updatesAddress, updatesOn, notInstalled, ...rest }: Members): AppSettings => ({
  ...rest,
  network: { proxy, extraCa },
  updates: {
    address: updatesAddress,
    on: updatesOn,
    ...(notInstalled === undefined ? {} : { notInstalled }),
  },
})

function wordsOf(restored: readonly Member[], lost: readonly Member[]): string | null {
  const names = (some: readonly Member[]): string => some.map((name) => called[name]).join(', ')
  const parts = [
    restored.length > 0 ? `taken from the copy beside: ${names(restored)}` : null,
    lost.length > 0 ? `not known any more: ${names(lost)}` : null,
  ].filter((part) => part !== null)
  const off = lost.includes('updatesOn') ? ' Updates are not looked for.' : ''
  return parts.length === 0
    ? null
    : `Some of the settings could not be read; ${parts.join('; ')}.${off} Nothing was sent or charged. Look at them in Settings.`
}

function valueAt(file: object, [outer, inner]: readonly [string] | readonly [string, string]): unknown {
  const value = Object.entries(file).find(([name]) => name === outer)?.[1]
  if (inner === undefined || value === undefined) return value
  // Another thing where several choices belong is none of them.
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrongThing
  return Object.entries(value).find(([name]) => name === inner)?.[1]
}

/** Of no type that any choice has. */
const wrongThing = Symbol('wrong')

function read(path: string): object | 'missing' | 'unreadable' {
  try {
    const file: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof file === 'object' && file !== null && !Array.isArray(file) ? file : 'unreadable'
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'missing' : 'unreadable'
  }
}

/** Both synced, one after the other, so that one is whole at every moment. @throws where the first cannot be written */
export function writeSettings(path: string, value: AppSettings): void {
  makeFolders(dirname(path), 0o700)
  const content = Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
  writeDurably('settings', path, content)
  try {
    writeDurably('settings', copyOf(path), content)
  } catch {
    // The choice itself is on disk; the next one brings the copy along.
  }
}
