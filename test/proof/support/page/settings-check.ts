import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { questionWords } from './question-words.ts'

type Fields = Record<string, unknown>

interface Watch {
  folder: string
  isOn: boolean
  each: number
  cap: number
  skill: string
}

/** A file that is replaced whole, read anew where it is another one than before. */
class File {
  readonly #path: string
  readonly #read: (text: string) => Fields
  #known = ''
  #value: Fields = {}

  constructor(path: string, read: (text: string) => Fields) {
    this.#path = path
    this.#read = read
  }

  get value(): Fields {
    const now = statSync(this.#path, { throwIfNoEntry: false })
    const known = `${now?.ino} ${now?.mtimeMs} ${now?.size}`
    if (known !== this.#known && now) this.#value = this.#read(readFileSync(this.#path, 'utf8'))
    this.#known = known
    return this.#value
  }
}

/** Behind its checksum. */
const notes = (text: string): Fields => JSON.parse(text.slice(text.indexOf(' ') + 1))

const inWords = (sum: unknown): string => (sum === null ? 'no limit' : `${sum} credits`)

/** What is set, as it lies on the disk: each change of it that gives something away hangs on a dialog that says just that. */
export class SettingsCheck {
  readonly #settings: File
  readonly #notes: File[]
  #before: { settings: Fields; notes: Fields[] }
  /** Addresses that a person agreed to, in this case. */
  readonly agreed = new Set(['practice'])
  /** All that was ever set as a service, a proxy or where newer versions are. */
  readonly reached = new Set<string>()

  constructor(home: string) {
    this.#settings = new File(join(home, 'settings.json'), JSON.parse)
    this.#notes = ['service', 'practice'].map((part) => new File(join(home, part, 'lasting-notes'), notes))
    this.#before = this.#now()
  }

  #now() {
    return { settings: this.#settings.value, notes: this.#notes.map(({ value }) => value) }
  }

  get service(): unknown {
    return this.#before.settings.service
  }

  get askAbove(): number {
    return Number(this.#before.settings.askAbove ?? 200)
  }

  /** What a person did beside the page is as it should be. */
  accept(): void {
    this.#before = this.#now()
  }

  /**
   * @param yes what the dialogs said that were agreed to since the last look
   * @param chosen paths that were chosen since then
   * @param newWatches hears of the folders that a person set up
   */
  wrongs(yes: readonly string[], chosen: readonly string[], newWatches: (watch: Watch) => void): string[] {
    const before = this.#before
    const now = this.#now()
    this.#before = now
    const said = (...words: string[]) => yes.some((text) => words.every((word) => text.includes(word)))
    const wrongs: string[] = []
    if (now.settings !== before.settings) wrongs.push(...this.#ofSettings(before.settings, now.settings, said, chosen))
    for (const [i, one] of now.notes.entries()) {
      const old = before.notes[i] ?? {}
      if (one === old) continue
      for (const key of Object.keys(one)) {
        if (one[key] === old[key]) continue
        if (key.startsWith('cap:')) wrongs.push(...ofCaps(old[key], one[key], said))
        if (key.startsWith('hosts:')) wrongs.push(...ofHosts(old[key], one[key], said))
        if (key.startsWith('watch:')) wrongs.push(...ofWatch(old[key], one[key], said, newWatches))
      }
    }
    return wrongs
  }

  #ofSettings(old: Fields, now: Fields, said: Said, chosen: readonly string[]): string[] {
    const wrongs: string[] = []
    const service = String(now.service)
    if (said(questionWords.service, service)) this.agreed.add(service)
    for (const address of [service, ...((now.leftServices as string[] | undefined) ?? [])])
      if (!this.agreed.has(address)) wrongs.push(`the service is, or was, ${address}`)
    const above = [old, now].map(({ askAbove }) => Number(askAbove ?? 200))
    if ((above[1] ?? 0) > (above[0] ?? 0) && !said(`${questionWords.askAbove}${above[1]} credits`))
      wrongs.push(`orders are asked about above ${above[1]} now`)
    const [was, is] = [old, now].map(({ network }) => (network ?? {}) as Fields)
    const proxy = String(is?.proxy ?? 'system')
    const ways: Record<string, string> = { system: questionWords.systemProxy, direct: questionWords.noProxy }
    if (proxy !== String(was?.proxy ?? 'system') && !said(ways[proxy] ?? proxy)) wrongs.push(`the proxy is ${proxy}`)
    if ((is?.extraCa ?? null) !== null && is?.extraCa !== was?.extraCa && !chosen.includes(String(is?.extraCa)))
      wrongs.push(`certificates are believed from ${is?.extraCa}`)
    const [then, here] = [old, now].map(({ updates }) => ((updates as Fields | undefined)?.address ?? null) as unknown)
    if (here !== null && here !== then && !said(questionWords.updates, String(here)))
      wrongs.push(`updates are from ${here}`)
    const [wasOn, isOn] = [old, now].map(({ updates }) => (updates as Fields | undefined)?.on ?? null)
    const isLess =
      (then !== null && here === null) || (then !== null && here === then && wasOn === true && isOn !== true)
    if (isLess && !said(questionWords.noUpdates, String(then))) wrongs.push(`updates are looked for at ${then} no more`)
    for (const address of [service, proxy, String(here)]) this.reached.add(address)
    return wrongs
  }
}

type Said = (...words: string[]) => boolean

const parsed = (text: unknown): Fields | null =>
  typeof text === 'string' && text !== 'removed' ? JSON.parse(text) : null

function ofCaps(old: unknown, now: unknown, said: Said): string[] {
  const [was, is] = [parsed(old), parsed(now)]
  const heads = { day: questionWords.capOfADay, batch: questionWords.capOfAnOrder } as const
  return (['day', 'batch'] as const).flatMap((name) => {
    const [before, after] = [was?.[name] ?? null, is?.[name] ?? null] as (number | null)[]
    const isRaised = before !== null && before !== undefined && (after === null || Number(after) > before)
    return isRaised && !said(`${heads[name]}: ${inWords(after)}`) ? [`the cap “${name}” is ${inWords(after)}`] : []
  })
}

function ofHosts(old: unknown, now: unknown, said: Said): string[] {
  const before = (parsed(old) ?? []) as unknown as string[]
  const after = (parsed(now) ?? []) as unknown as string[]
  const added = after.filter((host) => !before.includes(host) && !said(questionWords.hosts, host))
  return added.map((host) => `files are fetched from ${host}`)
}

function ofWatch(old: unknown, now: unknown, said: Said, newWatches: (watch: Watch) => void): string[] {
  const was = parsed(old) as Watch | null
  const is = parsed(now) as Watch | null
  if (is === null || !is.isOn) return []
  const isMore = was === null || !was.isOn || is.each > was.each || is.cap > was.cap || is.folder !== was.folder
  if (!isMore) return []
  newWatches(is)
  return said(questionWords.watched, is.folder, `${is.each} credits`, `${is.cap} credits`)
    ? []
    : [`${is.folder} is watched`]
}
