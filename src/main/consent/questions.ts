import { basename } from 'node:path'
import type { CapsView, KeyStatus } from '../../contract/app.ts'
import type { CallAnswer, CallInput } from '../../contract/ipc.ts'
import type { CallsBy } from '../../contract/rights.ts'
import type { BackupView, TokenView } from '../../contract/settings.ts'
import type { UpdatesView } from '../../contract/updates.ts'
import type { RequestView } from '../../contract/views.ts'
import { readHost } from '../../domain/form/host.ts'
import { isRaised } from '../../domain/quote/cap.ts'
import { tidy } from '../../domain/quote/tidy.ts'
import { readUpdateAddress } from '../../domain/updates/address.ts'
import { CallError } from '../../engine/platform/call-error.ts'
import { sanitizeText } from '../../engine/platform/text.ts'
import { readServiceAddress } from '../../engine/remote/address.ts'
import { checkNetwork } from '../../engine/remote/network.ts'
import type { AppState } from '../app-state.ts'
import type { MadeKey } from '../new-key.ts'
import type { Updates } from '../updates/updates.ts'
import { named, namedList } from './named.ts'
import type { Question } from './question.ts'
import { setUpQuestion, switchOnQuestion, watchedWords } from './watch-questions.ts'

/** A question that was asked about one input, which is then what is carried out: the page's may stand for more by then. */
interface Bound<N extends CallsBy<'dialog'>> {
  question: Question | null
  input: CallInput<N>
}

/** What such a call asks first; null where this very input gives nothing away: less than now, or what was chosen before. */
export type Questions = {
  [N in CallsBy<'dialog'>]: (input: CallInput<N>) => Promise<Question | Bound<N> | null>
}

type State = Pick<
  AppState,
  'snapshot' | 'holdsKeyOf' | 'read' | 'keyNow' | 'hadKey' | 'service' | 'newKey' | 'isKeyOfAnother'
>

/**
 * What cannot be told now may be otherwise a moment later, when the call is carried out: without it nothing is left unasked.
 * @throws CallError with the engine's own words
 */
function known<T>(answer: CallAnswer<T>): T {
  if (answer.ok) return answer.value
  throw new CallError(answer.code, answer.message, answer.retryable)
}

const creditsOf = (sum: number | null): string => (sum === null ? 'no limit' : `${sum} credits`)

export function questionsOf(state: State, updates: Pick<Updates, 'view'>): Questions {
  return {
    'app.useService': async ({ address, withKeptKey }) => {
      const read = readServiceAddress(address)
      const { service, leftServices } = await state.snapshot()
      if ('problem' in read || read.base === service || leftServices.includes(read.base)) return null
      // Refused in words, whatever is answered.
      if (withKeptKey && !(await state.holdsKeyOf(read.base))) return null
      return {
        message: `Use the service at ${read.base}?`,
        detail:
          'Your key and the pictures that you order with go to whoever answers there. Compare the address with the one that your account shows.',
        act: 'Use this service',
      }
    },
    'app.setAskAbove': async ({ credits }) => {
      const { askAbove } = await state.snapshot()
      if (credits <= askAbove) return null
      return {
        message: `Order up to ${credits} credits in one click without asking?`,
        detail: `Until now a dialog like this one asks above ${askAbove} credits.`,
        act: 'Raise it',
      }
    },
    'app.setNetwork': async ({ proxy }) => {
      const { network } = await state.snapshot()
      if (proxy === undefined || proxy === network.proxy) return null
      return wayQuestion(checkNetwork({ ...network, proxy }).proxy)
    },
    'updates.set': async ({ address, on }) => {
      const now = updates.view()
      const read = readUpdateAddress(address ?? '')
      const isOther = 'address' in read && read.address !== now.address
      if (!isOther) return isLess(now, address, on) ? lessQuestion(now.address) : null
      return {
        message: `Look for newer versions at ${read.address}?`,
        detail:
          'Whoever answers there learns that you ask, and could hold newer versions back. Only what is signed by whoever made this copy is installed.',
        act: 'Use this address',
      }
    },
    'updates.install': async ({ wanted }) => {
      const { address, from, found } = updates.view()
      if (!wanted || from !== 'settings' || found === null) return null
      return {
        message: `Install Printroom ${found.version} from ${address}?`,
        detail: 'This copy of Printroom did not come with that address: somebody wrote it in Settings.',
        act: 'Install it',
      }
    },
    'hosts.allow': async ({ host }) => {
      const read = readHost(host)
      if ('problem' in read) return null
      return {
        message: `Fetch results from ${read.host}?`,
        detail:
          'That computer is inside your own network, where the service itself cannot reach it. Allow it only if you know it and expect results there.',
        act: 'Allow it',
      }
    },
    'backups.restore': async ({ name }) => {
      const list = known(await state.read('backups.list', undefined))
      return backupQuestion(list.find((backup) => backup.name === name))
    },
    ...keyQuestions(state),
    'queue.setCaps': async ({ day, batch }) => {
      const now = known(await state.read('queue.caps', undefined))
      // Lowered meanwhile, by whatever call, the same figures would raise them: then the engine changes nothing.
      const from = { day: now.day, batch: now.batch }
      return { question: capsQuestion(now, day, batch), input: { day, batch, from } }
    },
    'queue.resume': async () => {
      // Nothing in practice costs money.
      if ((await state.snapshot()).mode === 'practice') return null
      const watched = watchedWords(known(await state.read('watch.list', undefined)))
      return resumeQuestion(known(await state.read('requests.list', { open: true, limit: 10_000 })), watched)
    },
    'library.remove': async ({ of }) => {
      // By their names: places of a list, and what of it is in the trash, may be more while the dialog is open.
      const { files } = known(await state.read('trashedFiles', { of }))
      const names = files.map(({ path }) => basename(path))
      return { question: removalQuestion(names), input: { of: { ids: files.map(({ id }) => id) } } }
    },
    'watch.setUp': async (wish) => setUpQuestion(wish),
    'watch.switchOn': async ({ id, ...to }) => {
      const watch = known(await state.read('watch.list', undefined)).find((each) => each.id === id)
      return watch === undefined ? null : switchOnQuestion(watch, to)
    },
  }
}

/** Whether newer versions would not be looked for any more where they are now. What cannot be read changes nothing. */
const isLess = (now: UpdatesView, address: string | null | undefined, on: boolean | undefined): boolean =>
  now.address !== null &&
  ((on === false && now.on) || (address !== undefined && (address ?? '').trim() === '' && now.from === 'settings'))

const lessQuestion = (address: string | null): Question => ({
  message: 'Stop checking there for updates?',
  detail: `Until now they come from ${address}. What was downloaded is not installed, and known holes of this version stay open until somebody brings another one.`,
  act: 'Look no more',
})

type KeyCall = 'key.set' | 'key.clear' | 'tokens.useNew' | 'tokens.copyNew' | 'tokens.create' | 'tokens.revoke'

function keyQuestions(state: State): Pick<Questions, KeyCall> {
  /**
   * The first key of a service that a person chose needs no second yes; another one in its place does, also where the one
   * before went in this run, and where nobody says whether there is one. So does one that is another service's.
   */
  const another = async (given: string | null): Promise<Question | null> => {
    const key = await state.keyNow()
    const isElsewhere = given !== null && state.isKeyOfAnother(given)
    if (!isElsewhere && key?.where === 'none' && key.others.length === 0 && !state.hadKey) return null
    return {
      message: `Use another key for ${state.service}?`,
      detail: `Orders are paid by the account of that key from now on, and whoever has that account sees them. ${keyOfNow(key)}`,
      act: 'Use the other key',
    }
  }
  return {
    'key.set': ({ key }) => another(key),
    'tokens.useNew': () => another(null),
    'tokens.copyNew': async () => copyQuestion(state.newKey.now, state.service),
    'key.clear': async ({ all }) => forgetQuestion(await state.keyNow(), all),
    'tokens.create': async ({ name, service }) => ({
      message: `Make a key called ${named(name)}?`,
      detail: `It can spend the credits of your account at ${named(service)}, and is put on the clipboard.`,
      act: 'Make the key',
    }),
    'tokens.revoke': async ({ id, ...session }) => ({
      message: 'Revoke this API key?',
      detail: `${tokenWords(id, await state.read('tokens.list', session))} It stops at once, everywhere (${named(session.service)}). Skill runs that were ordered with it and are still open cannot be looked up with any other key.`,
      act: 'Revoke it',
    }),
  }
}

/** Where there is none, or it is another service's, the call says so itself. */
const copyQuestion = (made: MadeKey | null, service: string | null): Question | null =>
  made === null || made.service !== service
    ? null
    : {
        message: 'Copy the new API key once more?',
        detail: `It is called ${named(made.name)}, and ends in ${named(made.value.slice(-4))}. It can spend the credits of your account at ${named(service)}, and is on the clipboard for a minute, where every program reads it.`,
        act: 'Copy the key',
      }

/** By its label and end, as the service lists it; where it says nothing of it, by its number there. */
function tokenWords(id: string, list: CallAnswer<TokenView[]>): string {
  const token = list.ok ? list.value.find((each) => each.id === id) : undefined
  if (token === undefined) return `Its number is ${named(id)}; its label is not known.`
  return `It is called ${named(token.name)}${token.ending === null ? '' : `, and ends in ${named(token.ending)}`}.`
}

function keyOfNow(key: KeyStatus | null): string {
  if (key === null) return 'Whether there is one already cannot be told now.'
  return key.where === 'none' && key.others.length === 0
    ? 'There is none now, but there was one since Printroom was opened.'
    : 'The key of now is kept for its open requests alone.'
}

function forgetQuestion(key: KeyStatus | null, all: boolean): Question | null {
  if (key === null)
    return {
      message: all ? 'Remove all keys?' : 'Remove the key?',
      detail: 'What hangs on it cannot be told now. The receipts stay.',
      act: all ? 'Remove all keys' : 'Remove the key',
    }
  const { open, others, where } = key
  if (where === 'none' && others.length === 0) return null
  const hanging = all ? others.reduce((sum, other) => sum + other.open, open) : open
  const what = hanging === 1 ? '1 open request hangs' : `${hanging} open requests hang`
  if (!all)
    return {
      message: 'Remove the key?',
      detail: `Nothing can be sent until there is a key again. The library and the receipts stay.${hanging === 0 ? '' : ` ${what} on it: it stays held for looking those up and bringing them home, and goes when the last of them has ended.`}`,
      act: 'Remove the key',
    }
  return {
    message: 'Remove all keys?',
    detail: `${hanging === 0 ? 'No open request hangs on them.' : `${what} on them and cannot come home until the same keys are set again.`} The receipts stay.`,
    act: 'Remove all keys',
  }
}

/** Also those that are looked up before they are sent again. */
const unsent: ReadonlySet<string> = new Set(['queued', 'preparing', 'submitting', 'uncertain'])

type Waiting = Pick<RequestView, 'state' | 'creditsQuoted' | 'decision'>

/** It goes on once a cap is raised, or somebody tries it again: that, too, is held back by the pause alone. */
const isStoppedByCap = ({ state, decision }: Waiting): boolean => state === 'needs-decision' && decision?.kind === 'cap'

const goOn = { act: 'Resume the queue' }

function resumeQuestion(list: readonly Waiting[], watched: string | null): Question | null {
  const stopped = list.filter(isStoppedByCap).length
  const waiting = list.filter((request) => unsent.has(request.state) || isStoppedByCap(request))
  if (waiting.length === 0) return watched === null ? null : { ...goOn, message: 'Resume the queue?', detail: watched }
  const prices = waiting.map(({ creditsQuoted }) => creditsQuoted)
  const sum = prices.reduce<number>((all, each) => all + (each ?? 0), 0)
  const priced = prices.includes(null) ? `${tidy(sum)} credits and what has no price yet` : `${tidy(sum)} credits`
  const ofThese =
    stopped === 0
      ? ''
      : ` Of these ${stopped === 1 ? '1 was' : `${stopped} were`} stopped by a spending limit, and ${stopped === 1 ? 'goes' : 'go'} on once it is raised.`
  return {
    message:
      waiting.length === 1
        ? 'Let the request that waits be sent?'
        : `Let ${waiting.length} requests that wait be sent?`,
    detail: `The queue is paused, and goes on with what was ordered before: ${priced}.${ofThese}${watched === null ? '' : ` ${watched}`}`,
    ...goOn,
  }
}

const removalQuestion = (names: readonly string[]): Question | null =>
  names.length === 0
    ? null
    : {
        message: `Move ${names.length === 1 ? '1 file' : `${names.length} files`} to the trash of this computer?`,
        detail: `${namedList(names)}.\n${names.length === 1 ? 'It leaves' : 'They leave'} Printroom for good; the computer’s own trash has ${names.length === 1 ? 'it' : 'them'}. Nothing is charged or refunded, and the receipts stay.`,
        act: 'Empty the trash',
      }

const wayQuestion = (proxy: string): Question => ({
  message:
    proxy === 'system'
      ? 'Reach the service as the system says?'
      : proxy === 'direct'
        ? 'Reach the service directly, without a proxy?'
        : `Send everything through the proxy ${sanitizeText(new URL(proxy).href)}?`,
  detail: 'What you order goes that way from now on. Nothing else changes.',
  act: 'Use this way',
})

const backupQuestion = (backup: BackupView | undefined): Question | null =>
  backup === undefined
    ? null
    : {
        message: `Put the backup of ${new Date(backup.madeAt).toLocaleString()} back?`,
        detail:
          'The database of now is set aside, not deleted. Ratings, flags, tags, collections, the trash, projects and forms become those of then; requests ordered since keep their project, and gallery pictures kept since stay. Receipts and pictures stay complete. Nothing is sent or charged.',
        act: 'Put it back',
      }

function capsQuestion(
  now: Pick<CapsView, 'day' | 'batch'>,
  day: number | null | undefined,
  batch: number | null | undefined,
): Question | null {
  const raises = [
    isRaised(now.day, day) ? `In any 24 hours: ${creditsOf(day ?? null)}, until now ${creditsOf(now.day)}.` : null,
    isRaised(now.batch, batch)
      ? `For one order: ${creditsOf(batch ?? null)}, until now ${creditsOf(now.batch)}.`
      : null,
  ].filter((line) => line !== null)
  if (raises.length === 0) return null
  return {
    message: 'Raise the spending limits?',
    detail: `${raises.join('\n')}\nPaused orders that now fit are sent.`,
    act: 'Change the limit',
  }
}
