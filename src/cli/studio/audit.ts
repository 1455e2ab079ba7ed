import { readAudit } from '../../engine/studio/commands.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'

const shown = 100

/** `studio audit`: what was asked of the studio, by whom, and what became of it, newest first. */
export async function audit(context: Context): Promise<ExitStatus> {
  const { output } = context
  const { database } = await context.studio()
  for (const { id, at, person, kind, payload, request, outcome } of await readAudit(database, shown)) {
    const what = whatAsked(kind, payload, request)
    output.line({
      event: 'command',
      id,
      at,
      person,
      kind,
      what,
      outcome: outcome === null ? null : JSON.parse(outcome),
    })
    output.say(`  ${at}  ${person}  ${kind}  ${what}  ${inWords(outcome)}`)
  }
  return exitStatus.done
}

function whatAsked(kind: string, payload: string, request: string | null): string {
  if (kind === 'order') return whatOrdered(payload)
  if (kind === 'mend') return `${(JSON.parse(payload) as { files: string[] }).files.length} missing files`
  return request === null ? payload : whatDone(payload, request)
}

/** Without its prompts and pictures: how many requests, at what price. */
function whatOrdered(payload: string): string {
  const { receipts, project } = JSON.parse(payload) as {
    receipts: { quote: { credits: number | null } }[]
    project: string | null
  }
  const credits = receipts.reduce<number | null>(
    (sum, { quote }) => (sum === null || quote.credits === null ? null : sum + quote.credits),
    0,
  )
  const price = credits === null ? 'a price not known' : `${credits} credits`
  return `${receipts.length} ${receipts.length === 1 ? 'request' : 'requests'} for ${price}${project === null ? '' : `, project ${project}`}`
}

function whatDone(payload: string, request: string): string {
  const { choice } = JSON.parse(payload) as { choice?: string }
  return `${choice === undefined ? '' : `${choice}, `}${request.slice(0, 8)}`
}

function inWords(outcome: string | null): string {
  if (outcome === null) return 'waits for a worker'
  const { is, message } = JSON.parse(outcome) as { is: string; message?: string }
  return is === 'done' ? 'done' : `refused: ${message ?? ''}`
}
