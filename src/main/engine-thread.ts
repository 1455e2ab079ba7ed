import { parentPort, workerData } from 'node:worker_threads'
import type { CallsOf } from '../contract/ipc.ts'
import { mostFiles } from '../contract/limits.ts'
import type { RequestView } from '../contract/views.ts'
import { makeToken } from '../engine/api/account-calls.ts'
import { putBackupBack } from '../engine/api/backup-calls.ts'
import { engineCalls } from '../engine/api/calls.ts'
import { diagnosticsOf } from '../engine/api/diagnostics.ts'
import { ledgerCsv } from '../engine/api/ledger.ts'
import { seqsOf } from '../engine/api/library-calls.ts'
import { pictureFile } from '../engine/api/picture-files.ts'
import { createEngine, type Engine } from '../engine/engine.ts'
import { withoutKeyIn } from '../engine/key/no-key-in.ts'
import { draggedFiles, readablePicture } from '../engine/library/dragged.ts'
import { removableFiles } from '../engine/library/removal.ts'
import { CallError, NotNowError } from '../engine/platform/call-error.ts'
import { failureOf } from '../engine/platform/failure-of.ts'
import { homeTrouble } from '../engine/platform/home-trouble.ts'
import { Watches } from '../engine/watch/watches.ts'
import { Closing } from './closing.ts'
import {
  type InnerCalls,
  stoppedCode,
  type ThreadCall,
  type ThreadData,
  type ThreadMessage,
} from './thread-messages.ts'
import { workOf } from './work-of.ts'

const tooMuchWritten =
  'There is more written in the forms than can be kept. This one is not kept if Printroom closes; nothing was sent or charged. Clear forms that you do not need, or shorten a long list of prompts or presets.'

// The engine, its store and the key live here: a synced commit may take longer than a frame, and main must stay smooth.

const port = parentPort
if (!port) throw new Error('engine-thread runs as a worker thread only')
const tell = (message: ThreadMessage): void => port.postMessage(message)

const tellLibrary = (): void => tell({ type: 'event', name: 'library.changed', payload: null })

/** Changes of requests are told together, at most so often: a batch makes thousands. */
const tellEveryMs = 50

function tellChanges(engine: Engine): void {
  const changed = new Map<string, RequestView>()
  const tellAll = (): void => {
    tell({ type: 'event', name: 'requests.changed', payload: [...changed.values()] })
    changed.clear()
  }
  engine.listen('requestChanged', (view) => {
    if (changed.size === 0) setTimeout(tellAll, tellEveryMs)
    changed.set(view.id, view)
  })
  engine.listen('assetAdded', tellLibrary)
  engine.listen('libraryTask', (view) => tell({ type: 'event', name: 'library.task', payload: view }))
  engine.listen('libraryChanged', tellLibrary)
  engine.listen('exportChanged', (view) => tell({ type: 'event', name: 'exports.changed', payload: view }))
  engine.listen('statusChanged', () => tell({ type: 'status' }))
}

/** Before any answer that may come of it: main hands them to whatever engine comes after this one, however this one ends. */
function keyTeller(engine: Engine): () => void {
  let told = ''
  return () => {
    const keys = engine.key.own
    const now = keys.join('\n')
    if (now === told) return
    told = now
    tell({ type: 'keys', keys })
  }
}

/** Calls that may lead to something paid before they have answered. */
const ordering: ReadonlySet<string> = new Set([
  'orders.approve',
  'requests.decide',
  'watch.setUp',
  'watch.switchOn',
] satisfies CallsOf<'engine'>[])

function innerCalls(
  engine: Engine,
  restoredWords: string,
  watches: Watches,
  orders: () => number,
): {
  [N in keyof InnerCalls]: (input: InnerCalls[N]['input']) => Promise<InnerCalls[N]['output']>
} {
  return {
    status: async () => engine.status(),
    picture: ({ address }) => pictureFile(engine, address),
    paths: async ({ ids }) =>
      ids.flatMap((id) => {
        const asset = engine.store.assets.get(id)
        return asset ? [{ id, path: engine.pathOf(asset) }] : []
      }),
    readable: ({ id }) => readablePicture(engine, id),
    dragged: ({ of }) => draggedFiles(engine, engine.store.organise.itemsOf(seqsOf(engine, of, mostFiles))),
    export: async ({ of, wish, folder }) =>
      engine.exports.begin(engine.store.organise.itemsOf(seqsOf(engine, of, mostFiles)), folder, wish),
    moveLibrary: async ({ folder }) => engine.libraryTasks.move(folder),
    pointToLibrary: ({ folder }) => engine.libraryTasks.pointTo(folder),
    findMissing: async ({ folder, of }) =>
      engine.libraryTasks.find(folder, of === null ? null : seqsOf(engine, of, mostFiles)),
    trashedFiles: async ({ of }) => removableFiles(engine, seqsOf(engine, of)),
    removed: async ({ ids }) => {
      engine.store.organise.markRemoved(ids, Date.now())
      tellLibrary()
      return undefined
    },
    ledgerCsv: async (period) => ledgerCsv(engine, period),
    draft: async ({ form }) => engine.store.keyValues.draft(form),
    saveDraft: async ({ form, value }) => {
      if (!engine.store.keyValues.saveDraft(form, value, Date.now())) throw new NotNowError(tooMuchWritten)
      return undefined
    },
    restored: async () => restoredWords,
    diagnostics: async ({ withPrompts }) => diagnosticsOf(engine, withPrompts),
    makeToken: async ({ name, ...session }) => {
      const made = await makeToken(engine, session, name)
      engine.key.made(made.value)
      return made
    },
    holdsKeyOf: ({ service }) => engine.key.holdsKeyOf(service),
    keyNow: async () => {
      await engine.key.load()
      return engine.status().key
    },
    woke: async () => {
      engine.driver.wake()
      return undefined
    },
    work: async () => workOf(engine, orders()),
    close: async () => {
      await watches.close()
      // The last look before nothing can be begun any more: by it an update is installed, or not.
      const work = workOf(engine, orders())
      const mayHaveKey = engine.key.mayHold
      await engine.close()
      return { work, sessionKeys: engine.key.sessionKeys, mayHaveKey: mayHaveKey || engine.key.key !== null }
    },
  }
}

/** Where nothing was begun that is in doubt: said by the code of what is cut off, which is asked once more where another engine opens. */
const closingNow = (): CallError =>
  new CallError(stoppedCode, 'Printroom is closing. Nothing was changed, sent or charged.', true)

async function run(options: ThreadData): Promise<void> {
  const { restore, closing: word, ...engineOptions } = options
  const restoredWords = restore === undefined ? '' : await putBackupBack(options.folders.data, restore)
  const engine = await createEngine(engineOptions)
  tellChanges(engine)
  const watches = new Watches(engine, (views) => tell({ type: 'event', name: 'watch.changed', payload: views }))
  let orders = 0
  let isClosing = false
  const closing = new Closing(word)
  const handlers: Record<string, (input: never) => Promise<unknown>> = {
    ...engineCalls(engine, watches),
    ...withoutKeyIn(
      innerCalls(engine, restoredWords, watches, () => orders),
      () => engine.key.known,
    ),
  }
  const tellKeys = keyTeller(engine)
  port?.on('message', async (call: ThreadCall) => {
    if (call.name === 'close') isClosing = true
    const isOrder = ordering.has(call.name)
    if (isOrder) orders += 1
    try {
      // What was unfinished is told as the engine closes: nothing may be added to it afterwards.
      if (isOrder && isClosing) throw new NotNowError('Printroom is closing. Nothing was ordered.')
      if (!closing.mayBegin(call.name)) throw closingNow()
      const handler = handlers[call.name]
      if (!handler) throw new Error(`no such call: ${call.name}`)
      const value = await handler(call.input as never)
      tellKeys()
      tell({ type: 'answer', id: call.id, answer: { ok: true, value } })
    } catch (error) {
      tellKeys()
      engine.store.noteTrouble(error)
      tell({ type: 'answer', id: call.id, answer: failureOf(error) })
    }
    if (isOrder) orders -= 1
    if (call.name === 'close') port?.close()
  })
  tell({ type: 'ready' })
  // The keychain may ask the user something: nothing waits for it but what needs the key.
  await engine.key.load()
  tellKeys()
  tell({ type: 'status' })
  engine.driver.start()
  watches.start()
}

const options = workerData as ThreadData
run(options).catch((error: unknown) => {
  tell({ type: 'failed', message: homeTrouble(error, options.folders.data) ?? failureOf(error).message })
})
