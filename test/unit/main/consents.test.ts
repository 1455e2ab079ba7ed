import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { AppSnapshot } from '../../../src/contract/app.ts'
import { approvalOfChoice, approvalOfOrder } from '../../../src/contract/approval.ts'
import type { CallInput, CallName } from '../../../src/contract/ipc.ts'
import type { QuoteView } from '../../../src/contract/quotes.ts'
import { rights } from '../../../src/contract/rights.ts'
import { Consents } from '../../../src/main/consent/consents.ts'
import type { Question } from '../../../src/main/consent/question.ts'
import { questionsOf } from '../../../src/main/consent/questions.ts'
import type { MadeKey } from '../../../src/main/new-key.ts'

type App = Parameters<typeof questionsOf>
type Now = Partial<Pick<AppSnapshot, 'mode' | 'service' | 'leftServices' | 'askAbove' | 'network'>> & {
  key?: AppSnapshot['key'] | null
  hadKey?: boolean
  newKey?: MadeKey | null
  keysOfOthers?: string[]
}

const noKey: AppSnapshot['key'] = { where: 'none', fingerprint: null, words: '', checked: null, open: 0, others: [] }
const present = {
  mode: 'service',
  service: 'https://pictures.example',
  leftServices: ['https://before.example'],
  askAbove: 200,
  network: { proxy: 'system', extraCa: null },
}

const watch = {
  id: 'w',
  folder: '/pictures',
  skill: 'swap',
  settings: [{ name: 'b', value: '/home/face.png' }],
  alsoTo: { to: { kind: 'folder', folder: '/shared' }, template: '{name}' },
  each: 1,
  cap: 5,
}

/** The app as it stands, and a person who answers; what was asked is written down. */
function appOf(
  now: Now = {},
  says: (question: Question) => Promise<boolean> = async () => false,
  untold?: object | ((name: string) => object | undefined),
  own: object = {},
) {
  const { key = noKey, hadKey = false, newKey = null, keysOfOthers = [] } = now
  const asked: Question[] = []
  const snapshot = async () => ({ ...present, ...now }) as AppSnapshot
  const answers: Record<string, unknown> = {
    'queue.caps': { day: 50, batch: null },
    'backups.list': [],
    'watch.list': [{ ...watch, state: 'paused' }],
    'tokens.list': [{ id: 'tok_a', name: 'desk', ending: '9f2c' }],
    trashedFiles: { folder: '/library', files: [{ id: 'a', path: '/library/a.png' }] },
  }
  const said = (name: string) => (typeof untold === 'function' ? untold(name) : untold)
  const read = async (name: string) => said(name) ?? { ok: true, value: answers[name] }
  const { service } = { ...present, ...now }
  const updates = { view: () => ({ address: 'https://own.example', from: 'package', on: true, found: null, ...own }) }
  const ask = (question: Question): Promise<boolean> => {
    asked.push(question)
    return says(question)
  }
  const questions = questionsOf(
    {
      ...{ snapshot, read, service, hadKey, newKey: { now: newKey } },
      keyNow: async () => key,
      isKeyOfAnother: (given: string) => keysOfOthers.includes(given),
      holdsKeyOf: async () => false,
    } as unknown as App[0],
    updates as unknown as App[1],
  )
  const clock = { ms: 1000 }
  const consents = new Consents(questions, ask, { link: 0, snapshot }, () => clock.ms)
  // One request is each order of these tests.
  for (const letter of 'abcde') consents.answered('quote.generation', quoteOf(letter), form)
  return { consents, asked, clock }
}

const form = { prompt: 'a lamp', modelId: 'plain' }
const quoteOf = (letter: string) => ({ contentHash: letter.repeat(64), requests: 1, rest: null }) as QuoteView

const refused = { code: 'not-agreed' }
const contentHash = 'a'.repeat(64)
const orderAt = (credits: number): CallInput<'orders.approve'> => ({ quoteId: 'q', credits, contentHash })
const pressAt = (credits: number, isSeen = true) => ({
  approves: approvalOfOrder({ contentHash, credits }),
  words: `Make 1 picture ${credits} cr`,
  isSeen,
})

it('what cannot be told just now is not done unasked: it may be possible a moment later (W1)', async () => {
  const untold = { ok: false, code: 'not-now', message: 'A move of the library is not at its end.', retryable: true }
  const { consents, asked } = appOf({}, undefined, untold)
  const why = { code: 'not-now', message: untold.message }
  await expect(consents.must('library.remove', { of: { ids: ['a'] } })).rejects.toMatchObject(why)
  await expect(consents.must('queue.setCaps', { day: null })).rejects.toMatchObject(why)
  await expect(consents.must('backups.restore', { name: 'b' })).rejects.toMatchObject(why)
  await expect(consents.must('watch.switchOn', { id: 'w', each: 2, cap: 20 })).rejects.toMatchObject(why)
  await expect(consents.must('queue.resume', undefined)).rejects.toMatchObject(why)
  expect(asked).toEqual([])
})

it('a service that is used or was left with a key is gone to without a question, any other one is not (W1)', async () => {
  const { consents, asked } = appOf()
  for (const address of ['https://pictures.example/', 'https://before.example', 'not an address'])
    await consents.must('app.useService', { address })
  // Without a key typed and none held the call says so itself.
  await consents.must('app.useService', { address: 'https://other.example', withKeptKey: true })
  expect(asked).toEqual([])
  await expect(consents.must('app.useService', { address: 'https://xn--e1awd7f.example/' })).rejects.toMatchObject(
    refused,
  )
  expect(asked[0]?.message).toBe('Use the service at https://xn--e1awd7f.example?')
})

it('the first key of a service needs no question; another in its place, or in place of one that is held, does (W1)', async () => {
  await appOf().consents.must('key.set', { key: 'svc_sk_a' })
  for (const key of [
    { ...noKey, where: 'keychain' },
    { ...noKey, where: 'unreadable' },
    { ...noKey, others: [{ fingerprint: 'a', open: 1, where: 'nowhere', isRefused: false, words: '' }] },
  ] as AppSnapshot['key'][]) {
    const { consents, asked } = appOf({ key })
    await expect(consents.must('key.set', { key: 'svc_sk_a' })).rejects.toMatchObject(refused)
    await expect(consents.must('tokens.useNew', undefined)).rejects.toMatchObject(refused)
    // Else a script would forget the one that is there, and its own would be the first.
    await expect(consents.must('key.clear', { all: true })).rejects.toMatchObject(refused)
    expect(asked).toHaveLength(3)
    expect(JSON.stringify(asked)).not.toContain('svc_sk_')
  }
})

it('the new key is put on the clipboard once more by a yes alone, to its name and its end; where none is at hand the call says so (W1)', async () => {
  const newKey = { name: 'lap”top', value: `svc_sk_${'a1B2'.repeat(8)}`, service: present.service }
  const { consents, asked } = appOf({ newKey })
  consents.acted()
  await expect(consents.must('tokens.copyNew', undefined)).rejects.toMatchObject(refused)
  expect(asked).toMatchObject([
    {
      message: 'Copy the new API key once more?',
      detail: expect.stringMatching(
        /^It is called “lap'top”, and ends in “a1B2”\. It can spend the credits of your account at “https:\/\/pictures\.example”/,
      ),
    },
  ])
  expect(JSON.stringify(asked)).not.toContain(newKey.value)
  for (const none of [null, { ...newKey, service: 'https://before.example' }])
    await appOf({ newKey: none }).consents.must('tokens.copyNew', undefined)
})

it('a key that is known as another service’s is asked about, also where it would be the first (W1)', async () => {
  const { consents, asked } = appOf({ keysOfOthers: ['svc_sk_a'] })
  await consents.must('key.set', { key: 'svc_sk_b' })
  expect(asked).toEqual([])
  await expect(consents.must('key.set', { key: 'svc_sk_a' })).rejects.toMatchObject(refused)
  expect(asked[0]?.message).toBe('Use another key for https://pictures.example?')
})

it('no key is the first where there was one in this run, or where nobody says whether there is (W1)', async () => {
  for (const now of [{ hadKey: true }, { key: null }]) {
    const { consents, asked } = appOf(now)
    await expect(consents.must('key.set', { key: 'svc_sk_a' })).rejects.toMatchObject(refused)
    await expect(consents.must('tokens.useNew', undefined)).rejects.toMatchObject(refused)
    expect(asked).toHaveLength(2)
  }
  const { consents, asked } = appOf({ key: null })
  await expect(consents.must('key.clear', { all: false })).rejects.toMatchObject(refused)
  expect(asked).toHaveLength(1)
})

it('what a dialog counted is removed and nothing else, whatever has come to those places since (W1)', async () => {
  const of = { list: 'l', revision: 0, ranges: [[0, 100]] as [number, number][] }
  const { consents, asked } = appOf({}, async () => true)
  expect(await consents.must('library.remove', { of })).toEqual({ of: { ids: ['a'] } })
  expect(asked.map(({ message }) => message)).toEqual(['Move 1 file to the trash of this computer?'])
  expect(asked[0]?.detail).toMatch(/^“a\.png”\.\nIt leaves/)
  const files = Array.from({ length: 7 }, (_, n) => ({ id: `${n}`, path: `/library/${n}.png` }))
  const many = appOf({}, async () => true, { ok: true, value: { folder: '/library', files } })
  await many.consents.must('library.remove', { of })
  expect(many.asked[0]).toMatchObject({
    message: 'Move 7 files to the trash of this computer?',
    detail: expect.stringMatching(/^“0\.png”, “1\.png”, “2\.png”, “3\.png”, “4\.png”, 2 more\.\nThey leave/),
  })
  const none = appOf({}, undefined, { ok: true, value: { folder: '/library', files: [] } })
  expect(await none.consents.must('library.remove', { of })).toEqual({ of: { ids: [] } })
  expect(none.asked).toEqual([])
})

it.each([
  [{ day: 50 }, false],
  [{ day: 49.5, batch: 10 }, false],
  [{ batch: null }, false],
  [{ day: 51 }, true],
  [{ day: null }, true],
  [{ day: 51, batch: 1 }, true],
])('caps of %j under 50 a day and none for an order are asked about: %s (W1)', async (caps, isAsked) => {
  const { consents, asked } = appOf({}, async () => true)
  await consents.must('queue.setCaps', caps)
  expect(asked).toHaveLength(isAsked ? 1 : 0)
})

it('the address of updates that came with the package, or none, is nobody’s to ask about (W1)', async () => {
  const { consents, asked } = appOf()
  for (const address of [null, '', undefined, 'https://own.example', 'http://no.example'])
    await consents.must('updates.set', { address })
  expect(asked).toEqual([])
  await expect(consents.must('updates.set', { address: 'https://other.example/' })).rejects.toMatchObject(refused)
})

it('newer versions are switched off, or their address is taken away, by a yes alone (W1)', async () => {
  const { consents, asked } = appOf()
  await consents.must('updates.set', { on: true })
  expect(asked).toEqual([])
  await expect(consents.must('updates.set', { on: false })).rejects.toMatchObject(refused)
  await expect(consents.must('updates.set', { address: 'https://own.example/', on: false })).rejects.toMatchObject(
    refused,
  )
  expect(asked[1]?.message).toBe('Stop checking there for updates?')
  const written = appOf({}, undefined, undefined, { from: 'settings', on: false })
  for (const address of [null, ' '])
    await expect(written.consents.must('updates.set', { address })).rejects.toMatchObject(refused)
  await written.consents.must('updates.set', { on: false })
  expect(written.asked).toHaveLength(2)
})

const byAct = (consents: Consents): Promise<string> =>
  consents.must('library.copyPicture', { id: 'a' }).then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

it('a newer version is installed by an act of a person’s at least, where no dialog asks (W1, W9)', async () => {
  const { consents, asked } = appOf()
  const install = () => consents.must('updates.install', { wanted: true })
  await expect(install()).rejects.toMatchObject({ code: 'not-acted' })
  consents.acted()
  await install()
  await expect(install()).rejects.toMatchObject({ code: 'not-acted' })
  expect(asked).toEqual([])
})

it('what reaches over to other programs needs an act of a person’s: one each, for some seconds, in the same page (W1)', async () => {
  const { consents, clock } = appOf()
  expect(await byAct(consents)).toBe('not-acted')
  consents.acted()
  consents.acted()
  expect(await byAct(consents)).toBe('done')
  expect(await byAct(consents)).toBe('not-acted')
  consents.acted()
  clock.ms += 5000
  expect(await byAct(consents)).toBe('not-acted')
  consents.acted()
  consents.pageBegan()
  expect(await byAct(consents)).toBe('not-acted')
})

it('an order that nobody pressed is refused in words, and one above the sum that was set is asked about, in practice not (W1)', async () => {
  const { consents, asked } = appOf()
  await expect(consents.must('orders.approve', orderAt(6))).rejects.toMatchObject({
    code: 'not-pressed',
    message: expect.stringMatching(/^This order was not pressed in the window.*Nothing was sent or charged/),
  })
  consents.pressed(pressAt(200))
  await consents.must('orders.approve', orderAt(200))
  expect(asked).toEqual([])
  consents.pressed(pressAt(201))
  await expect(consents.must('orders.approve', orderAt(201))).rejects.toMatchObject(refused)
  expect(asked[0]?.message).toBe('Spend 201 credits?')
  const practice = appOf({ mode: 'practice' })
  practice.consents.pressed(pressAt(201))
  await practice.consents.must('orders.approve', orderAt(201))
  expect(practice.asked).toEqual([])
})

it('what was pressed without being seen is asked about at any sum, and an order without its hash hangs on no press (W1)', async () => {
  const { consents, asked } = appOf({ mode: 'practice' }, async () => true)
  consents.pressed(pressAt(1, false))
  await consents.must('orders.approve', orderAt(1))
  expect(asked).toHaveLength(1)
  consents.pressed({ approves: 'order-undefined:6', words: 'Make 1 picture 6 cr', isSeen: true })
  const without = { quoteId: 'q', credits: 6 }
  await expect(consents.must('orders.approve', without)).rejects.toMatchObject({ code: 'not-pressed' })
})

it('a button whose price was not read as it was pressed is not without an answer: main asks, at the price that it stood for (W1)', async () => {
  const { consents, asked } = appOf({}, async () => true)
  for (const words of ['Zoom to 6 %', 'Close', '', 'Make 1 picture 1 cr', 'Make 1 picture 6 credits (practice)']) {
    consents.pressed({ ...pressAt(6), words })
    await consents.must('orders.approve', orderAt(6))
    expect(asked.at(-1)).toMatchObject({
      message: 'Spend 6 credits?',
      detail: expect.stringContaining(
        `in the window: “${words}”. ${words.includes('practice') ? 'The price stood there as one of practice' : 'That this is bought at this price could not be plainly seen there'}`,
      ),
    })
  }
  expect(asked).toHaveLength(5)
})

it('the page writes no sentence into main’s dialog: its words are one short quotation there (W1, W2)', async () => {
  const { consents, asked } = appOf()
  const words = `Close”.\n\nPrintroom has stopped this order.\u2029 Press the first button to leave it. ${'It is free. '.repeat(90)}“`
  consents.pressed({ ...pressAt(6), words })
  await expect(consents.must('orders.approve', orderAt(6))).rejects.toMatchObject(refused)
  const [, quotation = '', rest] = /^What was pressed in the window: “(.*?)”(\. .*)$/.exec(asked[0]?.detail ?? '') ?? []
  expect(quotation).toMatch(/^Close'\. Printroom has stopped.{0,180}'$/)
  expect(rest).toBe(
    '. That this is bought at this price could not be plainly seen there. The receipt keeps what is charged.',
  )
  expect(asked[0]?.detail.length).toBeLessThan(400)
})

it('as many as the engine quoted are read on the button; a page’s word for it counts for nothing (W1, W2)', async () => {
  const { consents, asked } = appOf()
  const words = 'Make 3 pictures 6 cr'
  consents.pressed({ ...pressAt(6), words })
  await expect(consents.must('orders.approve', orderAt(6))).rejects.toMatchObject(refused)
  consents.answered('quote.generation', { contentHash, requests: 3, rest: null } as QuoteView, form)
  consents.pressed({ ...pressAt(6), words })
  await consents.must('orders.approve', orderAt(6))
  expect(asked).toHaveLength(1)
})

it('a yes in practice, where nothing costs money, neither begins the sum of the service anew nor adds to it (W1)', async () => {
  const now: Now = {}
  const { consents, asked } = appOf(now, async () => true)
  const press = async (credits: number, isSeen: boolean): Promise<void> => {
    consents.pressed(pressAt(credits, isSeen))
    await consents.must('orders.approve', orderAt(credits))
  }
  await press(150, true)
  now.mode = 'practice'
  await press(500, true)
  expect(asked).toEqual([])
  await press(7, false)
  expect(asked).toMatchObject([
    { message: 'Spend 7 credits (practice)?', detail: expect.stringContaining('Nothing in practice costs money') },
  ])
  now.mode = 'service'
  await press(50, true)
  expect(asked).toHaveLength(1)
  await press(1, true)
  expect(asked[1]?.detail).toContain('In the last ten minutes 200 credits were approved by presses')
})

it('looking and leaving are free, whatever may be paid for is pressed, and one yes is for all of one press (W1)', async () => {
  const { consents, asked } = appOf({ askAbove: 5 }, async () => true)
  for (const choice of ['look-again', 'leave'])
    await consents.must('requests.decide', { id: 'r', choice, credits: null })
  const spending = [
    { id: 'r1', choice: 'look-again', credits: 4 },
    { id: 'r2', choice: 'accept-price', credits: 4 },
  ]
  const unsaid = { id: 'r', choice: 'look-again' }
  for (const input of [...spending, unsaid, { id: 'r', choice: 'send-again', credits: null }])
    await expect(consents.must('requests.decide', input)).rejects.toMatchObject({ code: 'not-pressed' })
  const approves = spending.map(approvalOfChoice).join(' ')
  consents.pressed({ approves, words: 'Accept and send all 2 8 cr', isSeen: true })
  for (const input of spending) await consents.must('requests.decide', input)
  expect(asked.map(({ message }) => message)).toEqual(['Spend 8 credits for 2 requests?'])
})

it('a paused queue goes on by a page’s word where nothing unsent waits or in practice, and else by a person’s alone (W1)', async () => {
  const at =
    (...states: [state: string, creditsQuoted: number | null][]) =>
    (name: string) =>
      name === 'requests.list'
        ? { ok: true, value: states.map(([state, creditsQuoted]) => ({ state, creditsQuoted })) }
        : undefined
  for (const free of [
    appOf({}, undefined, at()),
    appOf({}, undefined, at(['running', 6], ['downloading', 6], ['needs-decision', 6])),
    appOf({ mode: 'practice' }, undefined, at(['queued', 6])),
  ]) {
    await free.consents.must('queue.resume', undefined)
    expect(free.asked).toEqual([])
  }
  for (const state of ['queued', 'preparing', 'submitting', 'uncertain']) {
    const one = appOf({}, undefined, at([state, 6]))
    await expect(one.consents.must('queue.resume', undefined)).rejects.toMatchObject(refused)
  }
  const many = appOf({}, async () => true, at(['queued', 6], ['queued', 0.1], ['queued', 0.2], ['queued', null]))
  await many.consents.must('queue.resume', undefined)
  expect(many.asked).toMatchObject([
    {
      message: 'Let 4 requests that wait be sent?',
      detail: expect.stringContaining('6.3 credits and what has no price'),
    },
  ])
})

it('a paused queue goes on by a person’s yes alone where a folder of this service is watched: what comes into it is paid (W1)', async () => {
  const withWatch = (state: string, ...requests: object[]) =>
    appOf({}, undefined, (name) =>
      name === 'watch.list' ? { ok: true, value: [{ ...watch, state }] } : { ok: true, value: requests },
    )
  for (const state of ['paused', 'elsewhere']) {
    const { consents, asked } = withWatch(state)
    await consents.must('queue.resume', undefined)
    expect(asked).toEqual([])
  }
  const words = 'New pictures in “/pictures” are then ordered and paid automatically.'
  for (const state of ['on', 'held', 'trouble']) {
    const { consents, asked } = withWatch(state)
    await expect(consents.must('queue.resume', undefined)).rejects.toMatchObject(refused)
    expect(asked).toMatchObject([{ message: 'Resume the queue?', detail: words }])
  }
  const both = withWatch('on', { state: 'queued', creditsQuoted: 6 })
  await expect(both.consents.must('queue.resume', undefined)).rejects.toMatchObject(refused)
  expect(both.asked).toMatchObject([
    { message: 'Let the request that waits be sent?', detail: expect.stringContaining(words) },
  ])
})

it('a key is revoked by its label and its end, or by its number where the service says nothing of it, and never shown (W1)', async () => {
  const of = { service: 'https://pictures.example', session: 'session-token' }
  const { consents, asked } = appOf()
  for (const id of ['tok_a', 'tok_b'])
    await expect(consents.must('tokens.revoke', { ...of, id })).rejects.toMatchObject(refused)
  const untold = appOf({}, undefined, { ok: false, code: 'account', message: 'No answer.', retryable: true })
  await expect(untold.consents.must('tokens.revoke', { ...of, id: 'tok_a' })).rejects.toMatchObject(refused)
  expect([...asked, ...untold.asked].map(({ detail }) => detail.split(' It stops')[0])).toEqual([
    'It is called “desk”, and ends in “9f2c”.',
    'Its number is “tok_b”; its label is not known.',
    'Its number is “tok_a”; its label is not known.',
  ])
  expect(JSON.stringify(asked)).not.toContain('session-token')
})

it('a folder that is switched on again is asked about with its Skill, what it was set up with, both sums and its copies (W1)', async () => {
  const { consents, asked } = appOf()
  await expect(consents.must('watch.switchOn', { id: 'w', each: 2, cap: 20 })).rejects.toMatchObject(refused)
  expect(asked).toMatchObject([
    {
      message: 'Keep ordering every new picture in “/pictures” automatically?',
      detail: [
        '“swap”, at 2 credits for each picture and 20 credits a day at most, without asking again.',
        'Set up with: “b: /home/face.png”.',
        'Each result is also saved in “/shared”.',
      ].join('\n'),
    },
  ])
})

it('a long path is cut in its middle, and says so: folders differ at their end (W1)', async () => {
  const { consents, asked } = appOf()
  const folder = `/${'deep/'.repeat(80)}last`
  const form = { skill: 'swap', values: {}, pictures: [], alsoTo: null, each: 2, cap: 20 }
  await expect(consents.must('watch.setUp', { ...form, folder })).rejects.toMatchObject(refused)
  expect(asked[0]?.message).toMatch(/in “\/deep[^”]*…[^”]*deep\/last” automatically\?$/)
  expect(asked[0]?.message.length).toBeLessThan(260)
})

it('files beyond an order cost nothing, and are fetched by a person’s act alone, which is good for one request or for those that one call names (W1, W9)', async () => {
  const { consents, asked } = appOf()
  const fetchMore = (id: string) => consents.must('requests.decide', { id, choice: 'fetch-more', credits: null })
  await expect(fetchMore('r1')).rejects.toMatchObject({ code: 'not-acted' })
  consents.acted()
  await fetchMore('r1')
  await expect(fetchMore('r2')).rejects.toMatchObject({ code: 'not-acted' })
  const ids = ['r2', 'r3', 'r4']
  await expect(consents.must('requests.fetchMore', { ids })).rejects.toMatchObject({ code: 'not-acted' })
  consents.acted()
  expect(await consents.must('requests.fetchMore', { ids })).toEqual({ ids })
  await expect(fetchMore('r5')).rejects.toMatchObject({ code: 'not-acted' })
  expect(await byAct(consents)).toBe('not-acted')
  expect(asked).toEqual([])
})

const goesForGood = {
  'library.saveSearch': { name: 'a', filter: {} },
  'library.renameSearch': { id: 'a', name: 'b' },
  'library.dropSearch': { id: 'a' },
  'library.renameCollection': { id: 1, name: 'b' },
  'library.dropCollection': { id: 1 },
  'library.undo': { undo: 'a' },
  'library.giveUpMove': undefined,
  'exports.keepPreset': { name: 'a', wish: {} },
  'exports.dropPreset': { name: 'a' },
  'gallery.forget': { id: 'a' },
  'watch.remove': { id: 'w' },
} as { [N in CallName]?: CallInput<N> }

it('what takes away for good and cannot be undone needs an act of a person’s (W1)', async () => {
  const { consents, asked } = appOf()
  for (const [name, input] of Object.entries(goesForGood) as [CallName, never][]) {
    await expect(consents.must(name, input), name).rejects.toMatchObject({ code: 'not-acted' })
    consents.acted()
    expect(await consents.must(name, input)).toBe(input)
    expect(await byAct(consents), name).toBe('not-acted')
  }
  expect(asked).toEqual([])
})

it('up to a hundred pictures are marked, trashed and restored by a page’s word, more by a person’s act, however they are named (W1)', async () => {
  const { consents } = appOf()
  const ids = (count: number) => ({ ids: Array.from({ length: count }, (_, n) => `a${n}`) })
  const places = (...ranges: [number, number][]) => ({ list: 'l', revision: 0, ranges })
  const few = [ids(100), places([0, 100]), places([7, 57], [100, 150], [3, 2])]
  const many = [ids(101), places([0, 101]), places([0, 50], [0, 51]), places([1000, 0], [0, 101])]
  for (const name of ['library.trash', 'library.restore', 'library.mark'] as const) {
    for (const of of few) await consents.must(name, { of, marks: { rating: 0 } })
    for (const of of many) {
      await expect(consents.must(name, { of, marks: {} })).rejects.toMatchObject({ code: 'not-acted' })
      consents.acted()
      await consents.must(name, { of, marks: {} })
    }
  }
})

it('a proxy is asked about by the name that is looked up, not by letters that look like others (W1)', async () => {
  const { consents, asked } = appOf()
  const proxy = 'http://рrоху.example:8080'
  await expect(consents.must('app.setNetwork', { proxy })).rejects.toMatchObject(refused)
  expect(asked[0]?.message).toBe(`Send everything through the proxy ${new URL(proxy).href}?`)
  expect(asked[0]?.message).toMatch(/http:\/\/xn--/)
})

it('every act that asks stands in docs/security.md, with how (W1)', () => {
  const table = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8')
  const said = new Map(
    [...table.matchAll(/^\| `([a-zA-Z.]+)` \| (press|dialog|act) \|/gm)].map(([, name, by]) => [name, by]),
  )
  const asks = Object.entries(rights).flatMap(([name, right]) => (right === 'free' ? [] : [[name, right.by]]))
  expect([...said].sort()).toEqual(asks.sort())
})

it('presses are added up: within ten minutes no more than the sum is spent without a dialog, which begins anew with a yes (W1)', async () => {
  let answer = false
  const { consents, asked } = appOf({}, async () => answer)
  const approve = async (letter: string, credits: number): Promise<string> => {
    const order = { quoteId: 'q', credits, contentHash: letter.repeat(64) }
    consents.pressed({ approves: approvalOfOrder(order), words: `Make 1 picture ${credits} cr`, isSeen: true })
    return consents.must('orders.approve', order).then(
      () => 'approved',
      () => 'refused',
    )
  }
  expect(await approve('a', 150)).toBe('approved')
  expect(await approve('b', 50)).toBe('approved')
  expect(asked).toEqual([])
  expect(await approve('c', 1)).toBe('refused')
  expect(asked[0]?.detail).toContain('In the last ten minutes 200 credits were approved by presses')
  answer = true
  expect(await approve('d', 1)).toBe('approved')
  expect(await approve('e', 200)).toBe('approved')
  expect(asked).toHaveLength(2)
})

it('a yes in a dialog is good for ten seconds from then on, and while one thinks the press is (W1)', async () => {
  const answer = Promise.withResolvers<boolean>()
  const { consents, asked, clock } = appOf({ askAbove: 5 }, () => answer.promise)
  const each = ['r1', 'r2', 'r3', 'r4'].map((id) => ({ id, choice: 'accept-price', credits: 4 }))
  const approves = each.map(approvalOfChoice).join(' ')
  consents.pressed({ approves, words: 'Accept and send all 4 16 cr', isSeen: true })
  const decide = (n: number) => consents.must('requests.decide', each[n] ?? { id: '', choice: '' })
  const first = decide(0)
  await expect.poll(() => asked.length).toBe(1)
  clock.ms += 60_000
  const second = decide(1)
  clock.ms += 60_000
  answer.resolve(true)
  await Promise.all([first, second])
  clock.ms += 9000
  await decide(2)
  clock.ms += 10_000
  await expect(decide(3)).rejects.toMatchObject({ code: 'not-pressed' })
  expect(asked).toHaveLength(1)
})

it('a folder that is watched is asked about with all that goes out with its orders, and where else results go (W1)', async () => {
  const { consents, asked } = appOf()
  const form = { skill: 'swap', values: {}, folder: '/pictures', each: 2, cap: 20 }
  const set = (pictures: string[], alsoTo: CallInput<'watch.setUp'>['alsoTo']) =>
    consents.must('watch.setUp', { ...form, pictures: pictures.map((source) => ({ field: 'b', source })), alsoTo })
  await expect(set([], null)).rejects.toMatchObject(refused)
  await expect(
    set(['/home/face.png'], { to: { kind: 'folder', folder: '/shared' }, template: '{name}' }),
  ).rejects.toMatchObject(refused)
  const many = Array.from({ length: 7 }, (_, n) => `/home/${n}.png`)
  await expect(set(many, { to: { kind: 'beside' }, template: '{name}' })).rejects.toMatchObject(refused)
  const own = '“swap”, at 2 credits for each picture and 20 credits a day at most, without asking again.'
  expect(asked.map(({ detail }) => detail.split('\n'))).toEqual([
    [own],
    [
      own,
      'With each order this picture goes to the service: “/home/face.png”.',
      'Each result is also saved in “/shared”.',
    ],
    [
      own,
      'With each order these 7 pictures go to the service: “/home/0.png”, “/home/1.png”, “/home/2.png”, “/home/3.png”, “/home/4.png”, 2 more.',
      'Each result is also saved beside the pictures there.',
    ],
  ])
})

it('a folder that is watched is asked about with all that its form says to each order (W1)', async () => {
  const { consents, asked } = appOf()
  const values = { size: '4K', count: 6, extras: ['a\u202eb'] }
  const form = { skill: 'swap', values, pictures: [], alsoTo: null, folder: '/pictures', each: 2, cap: 20 }
  await expect(consents.must('watch.setUp', form)).rejects.toMatchObject(refused)
  expect(asked[0]?.detail).toContain("Each order says: “size: 4K”, “count: 6”, “extras: ['a b']”.")
})
