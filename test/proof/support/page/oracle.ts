import type { Json } from '../../../../src/domain/json.ts'
import type { Allowances, Unit } from './allowances.ts'
import type { Message } from './attacks.ts'
import { type CaseFolders, unsaid } from './case-folders.ts'
import type { Desktop, DesktopAct } from './desktop.ts'
import { canaryWidth, nameOf } from './pictures.ts'
import { questionWords } from './question-words.ts'
import { type Elsewhere, type PaidService, pageKey, type Sent } from './service.ts'
import type { SettingsCheck } from './settings-check.ts'

export interface Told {
  message: Message
  answer: { ok: boolean; value?: unknown; code?: string }
}

interface World {
  caseFolders: CaseFolders
  desktop: Desktop
  settings: SettingsCheck
  service: PaidService
  elsewhere: Elsewhere
  allowances: Allowances
}

/** What each thing that is done on the desktop hangs on: the calls that lead to it, and words of a dialog where one is needed. */
const reasons: Record<DesktopAct['did'], Partial<Record<string, string>>> = {
  opened: {},
  restarted: { 'updates.install': questionWords.install },
  shown: { 'app.showFolder': '', 'library.showInFolder': '', 'exports.showInFolder': '' },
  trashed: { 'library.remove': questionWords.trash },
  copied: {
    'tokens.copyNew': questionWords.copiedKey,
    'app.copyText': '',
    'library.copyPicture': '',
    'tokens.create': questionWords.newKey,
  },
}

/** What reaches over to other programs, each by one act of a person's in the window. */
const byAct: readonly string[] = [
  'app.showFolder',
  'library.showInFolder',
  'exports.showInFolder',
  'backups.make',
  'library.touchUp',
  'app.copyText',
  'library.copyPicture',
  'library.dragOut',
]

/** What a page may never come to by itself. It knows what a person did, what left and what lies on the disk; not the app. */
export class Oracle {
  readonly #world: World
  /** Pictures that were put up, by their addresses at the service. */
  readonly #uploads = new Map<string, string>()
  /** Keys that a person agreed to. */
  readonly #keys: Set<string>

  constructor(world: World) {
    this.#world = world
    this.#keys = new Set([world.service.strange.key])
  }

  /** What is wrong after some calls, in words. @param at the service that was used as they were said */
  async wrongs(told: Told[], yes: string[], chosen: string[], at: unknown): Promise<string[]> {
    const { settings, allowances, caseFolders, desktop } = this.#world
    const { askAbove } = settings
    const isDear = (sum: number): boolean => at !== 'practice' && sum > askAbove
    return [
      ...told.flatMap((one) => this.#ofAnswer(one, yes, isDear, at)),
      ...settings.wrongs(yes, chosen, ({ skill, cap }) =>
        allowances.watched({ what: skill, prompt: null, pictures: ['*'] }, cap),
      ),
      ...this.#ofActs(told),
      ...this.#ofDesktop(told, yes),
      ...(await this.ofService(told, yes)),
      ...caseFolders.touched(),
      ...desktop.written().map((path) => `${path} was written where nobody chose it`),
    ]
  }

  #ofAnswer(
    { message: { name, input }, answer }: Told,
    yes: string[],
    isDear: (sum: number) => boolean,
    at: unknown,
  ): string[] {
    const { allowances } = this.#world
    const wrongs: string[] = []
    const text = JSON.stringify(answer) ?? ''
    if (text.includes(this.#world.service.strange.key)) wrongs.push('the key was answered')
    if (text.includes(unsaid) || text.includes(`"width":${canaryWidth}`))
      wrongs.push('a file was shown that nobody gave')
    this.#noteKeys(name, input, yes)
    const approval = approvalOf(name, input)
    if (approval !== null) allowances.agreed(approval, yes)
    if (!answer.ok || approval === null) return wrongs
    const { requestIds = [], replacement } = answer.value as { requestIds?: string[]; replacement?: { id: string } }
    const ids = replacement ? [replacement.id] : requestIds
    const wrong = allowances.used(approval, yes, isDear, at, ids)
    return wrong === null ? wrongs : [...wrongs, `${approval} was taken, and ${wrong}`]
  }

  /** Elsewhere, and where the key was forgotten, the first one needs no second yes. */
  #noteKeys(name: string, input: unknown, yes: string[]): void {
    const { settings, service } = this.#world
    const isElsewhere = settings.service !== service.strange.base
    if (!isElsewhere && !yes.some(isOfKeys)) return
    if (name === 'key.set') this.#keys.add(String((input as { key?: unknown } | undefined)?.key).trim())
    if (name === 'tokens.useNew') for (const key of service.issued) this.#keys.add(key)
  }

  #ofActs(told: Told[]): string[] {
    const { desktop } = this.#world
    const done = told.filter(({ message, answer }) => answer.ok && byAct.includes(message.name))
    const allowed = desktop.isActed ? 1 : 0
    if (done.length > 0) desktop.isActed = false
    return done.slice(allowed).map(({ message }) => `${message.name} was done, and nobody had just done anything`)
  }

  #ofDesktop(told: Told[], yes: string[]): string[] {
    const acts = this.#world.desktop.acts.splice(0)
    return acts
      .filter(({ did, what }) => {
        const words = told.flatMap(({ message }) => reasons[did][message.name] ?? [])
        const isAgreed = words.some((word) => word === '' || yes.some((text) => text.includes(word)))
        return !isAgreed || (did === 'trashed' && !this.#mayGo(what))
      })
      .map(({ did, what }) => `${what.slice(0, 200)} was ${did}`)
  }

  /** Of the library, wherever a person has put that. */
  #mayGo(path: string): boolean {
    const { caseFolders, desktop } = this.#world
    return [caseFolders.home, ...desktop.folders].some((folder) => path.startsWith(folder)) && !path.endsWith('own.png')
  }

  /** What left, also between calls. */
  async ofService(told: Told[], yes: string[]): Promise<string[]> {
    const { service, elsewhere, settings } = this.#world
    const wrongs: string[] = []
    for (const sent of service.sent.splice(0)) {
      const wrong = await this.#ofSent(sent, told, yes)
      if (wrong !== null) wrongs.push(wrong)
    }
    for (const key of service.bearers)
      if (key.startsWith('svc_sk_') && !this.#keys.has(key)) wrongs.push(`the key ${key.slice(0, 10)} was used`)
    service.bearers.clear()
    for (const heard of elsewhere.heard.splice(0)) {
      if (heard.includes(service.strange.key)) wrongs.push(`the key went elsewhere: ${heard.slice(0, 200)}`)
      if (![...settings.reached].some((address) => address.startsWith(elsewhere.base)))
        wrongs.push(`another address was asked: ${heard.slice(0, 200)}`)
    }
    return wrongs
  }

  async #ofSent(sent: Sent, told: Told[], yes: string[]): Promise<string | null> {
    const { allowances, service } = this.#world
    switch (sent.kind) {
      case 'other':
        return `this was sent: ${sent.words}`
      case 'account': {
        const word = sent.words.startsWith('POST') ? questionWords.newKey : questionWords.revokedKey
        const isSaid = told.length > 0 && yes.some((text) => text.startsWith(word))
        return isSaid ? null : `keys of the account were changed: ${sent.words}`
      }
      case 'upload': {
        const { imageBase64, sourceUrl } = sent.body
        const name = sourceUrl ? String(sourceUrl) : await nameOf(Buffer.from(String(imageBase64), 'base64'))
        this.#uploads.set(sent.address, name)
        if (name === 'canary.png') return 'a picture was sent that nobody gave'
        return allowances.hasPicture(name) ? null : `${name} was sent, which nobody ordered with`
      }
      case 'paid': {
        const bought = await this.#bought(sent)
        if (bought.pictures.includes('canary.png')) return 'a picture was sent that nobody gave'
        if (allowances.take(bought, sent.credits, service.strange.base)) return null
        return `paid ${sent.credits} for what nobody pressed: ${JSON.stringify(bought)}`
      }
    }
  }

  async #bought({ what, body }: Extract<Sent, { kind: 'paid' }>): Promise<Unit> {
    const pictures: string[] = []
    const look = async (part: Json): Promise<void> => {
      if (typeof part === 'string' && part.startsWith('data:'))
        pictures.push(await nameOf(Buffer.from(part.slice(part.indexOf(',') + 1), 'base64')))
      else if (typeof part === 'string' && /^https?:/.test(part)) pictures.push(this.#uploads.get(part) ?? part)
      else if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) await look(inner)
    }
    await look(body)
    return { what, prompt: body.modelId === undefined ? null : String(body.prompt), pictures }
  }
}

/** What such a call is to have been pressed as; null where it spends nothing. Written here once more, and not taken over. */
function approvalOf(name: string, input: unknown): string | null {
  const { ceilingCredits, credits, contentHash, choice, id } = (input ?? {}) as Record<string, unknown>
  const sum = plain(ceilingCredits ?? credits ?? 'unknown')
  if (name === 'orders.approve') return `order-${plain(contentHash)}:${sum}`
  if (name !== 'requests.decide' || choice === 'look-again' || choice === 'leave') return null
  return `${plain(id)}-${plain(choice)}:${sum}`
}

/** A hostile page says anything, also what cannot be made a text. */
const plain = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : `a ${typeof value}`

/** That another key is set, or none. */
export const isOfKeys = (text: string): boolean =>
  text.startsWith(questionWords.otherKey) || text.startsWith(questionWords.removal)

export const keysOfThePage: readonly string[] = [pageKey, `svc_sk_${'F0'.repeat(16)}`]
