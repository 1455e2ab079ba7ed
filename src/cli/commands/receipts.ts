import { resolve } from 'node:path'
import type { ReceiptView } from '../../contract/views.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import { engineCalls } from '../../engine/api/calls.ts'
import type { Engine } from '../../engine/engine.ts'
import { InTheWayError } from '../../engine/platform/own-place.ts'
import { writeOut } from '../../engine/platform/write-out.ts'
import { RefusedError, readName, UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'

export async function receipts(context: Context): Promise<ExitStatus> {
  const [, act, name] = context.args.words
  const { project, none, force } = context.args.values
  if (force !== undefined && act !== 'export') throw new UsageError('--force goes with receipts export alone.')
  if (project !== undefined && act !== 'list') throw new UsageError('--project goes with receipts list alone.')
  if (none !== undefined && act !== 'project') throw new UsageError('--none goes with receipts project alone.')
  switch (act) {
    case 'list':
      return listReceipts(context)
    case 'show':
      if (name === undefined)
        throw new UsageError('receipts show needs the number of a request; its first characters are enough.')
      return show(context, name)
    case 'export':
      if (name === undefined) throw new UsageError('receipts export needs the name of a file.')
      return exportAll(context, name)
    case 'project':
      return fileReceipts(context)
    default:
      throw new UsageError('receipts needs list, show ID, export FILE or project ID… NAME.')
  }
}

/** One request line each. */
async function listReceipts({ args, output, engine }: Context): Promise<ExitStatus> {
  const opened = await engine()
  const views = opened.store.receipts.list({}).map((receipt) => opened.viewOf(receipt))
  const wanted = args.project?.toLowerCase()
  for (const view of views) if (wanted === undefined || view.project?.toLowerCase() === wanted) output.request(view)
  return exitStatus.done
}

/** Files requests under a project, or with `--none` under none. All of them, or where one is not known none. */
async function fileReceipts({ args, output, engineToChange }: Context): Promise<ExitStatus> {
  const names = args.words.slice(2)
  const typed = args.values.none === true ? null : names.pop()
  if (typed === undefined || names.length === 0)
    throw new UsageError('receipts project needs the numbers of requests, and then a name or --none.')
  const project = typed === null ? null : readName(typed)
  const opened = await engineToChange()
  const ids = names.map((name) => findReceipt(opened, name).id)
  for (const view of await engineCalls(opened)['projects.file']({ ids, project })) output.request(view)
  output.say(project === null ? 'Filed under no project.' : `Filed under ${project}.`)
  return exitStatus.done
}

/** By its number or the first characters of it. */
export function findReceipt(engine: Engine, name: string): Receipt {
  const exact = engine.store.receipts.get(name)
  if (exact) return exact
  const found = name.length < 4 ? [] : engine.store.receipts.list({}).filter((receipt) => receipt.id.startsWith(name))
  const [only] = found
  if (only === undefined || found.length > 1)
    throw new UsageError(`There is no request, or more than one, with the number ${name}.`)
  return only
}

async function show({ output, engine }: Context, name: string): Promise<ExitStatus> {
  const opened = await engine()
  const receipt = findReceipt(opened, name)
  const view = await engineCalls(opened)['requests.receipt']({ id: receipt.id })
  output.line(view)
  for (const line of inWords(view)) output.say(line)
  return exitStatus.done
}

/** A receipt as text, for people. */
function inWords(view: ReceiptView): string[] {
  const { request, money } = view
  const sum = (credits: number | null) => (credits === null ? 'not known yet' : String(credits))
  return [
    `Receipt ${request.id}`,
    `  ${request.title} (${request.subtitle})`,
    `  ${request.state}: ${request.now}`,
    ...(request.project === null ? [] : [`  Project ${request.project}`]),
    ...view.jobs.map((job) =>
      `  Job ${job.generationId ?? 'without a number'}: ${sum(job.credits)} ${job.creditsStatus ?? ''}`.trimEnd(),
    ),
    `  Quoted ${sum(money.quoted)}, charged ${sum(money.charged)}, refunded ${sum(money.refunded)}, paid ${sum(money.paid)}`,
    `  Sent ${times(view.sentTimes)}, looked up ${times(view.lookedUpTimes)}; key ${view.keyFingerprint?.slice(0, 8) ?? 'none'}`,
    ...view.preparation.map((entry) => `  Prepared ${entry.source}: ${entry.words}`),
    ...request.assets.map((asset) => `  File ${asset.path}, sha256 ${asset.sha256}`),
    ...view.timeline.map((entry) => `  ${entry.at}  ${entry.title}${entry.detail === '' ? '' : `: ${entry.detail}`}`),
  ]
}

/** Never over a file that is there, but with `--force`; never over anything of Printroom's own. */
async function exportAll({ args, output, engine, ownPlaces }: Context, name: string): Promise<ExitStatus> {
  const opened = await engine()
  const calls = engineCalls(opened)
  const views = await Promise.all(
    opened.store.receipts.list({}).map((receipt) => calls['requests.receipt']({ id: receipt.id })),
  )
  const path = resolve(name)
  try {
    const text = views.map((view) => `${JSON.stringify(view)}\n`).join('')
    writeOut(path, text, args.values.force === true, ownPlaces([opened.place.folder]))
  } catch (error) {
    if (error instanceof InTheWayError) throw new UsageError(`${error.message} The receipts are safe here.`)
    const why = error instanceof Error ? error.message : 'the system says no more'
    throw new RefusedError(`The receipts cannot be written there (${why}). They are safe here. Name another file.`)
  }
  output.line({ event: 'exported', path, receipts: views.length })
  output.say(`${views.length} receipts written to ${path}`)
  return exitStatus.done
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)
