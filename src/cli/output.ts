import type { QuoteView } from '../contract/quotes.ts'
import type { AssetView, RequestView } from '../contract/views.ts'
import type { Json } from '../domain/json.ts'
import { creditsInWords } from '../domain/request/money-words.ts'
import type { Reencode } from '../domain/request/receipt.ts'
import { printable } from '../engine/platform/text.ts'

/** JSON lines for programs on standard output, words for people on standard error. */
export interface Output {
  line(value: Record<string, unknown> | Json): void
  say(message: string): void
  /** Why the command came to nothing, for programs; people have it on standard error. */
  error(message: string): void
  quote(quote: Pick<QuoteView, 'price' | 'credits' | 'lines' | 'alreadyPaid' | 'reencoded' | 'pricesReadAt'>): void
  request(view: RequestView): void
  asset(asset: AssetView): void
  /** @param earlier requests whose results this command gives without having ordered them */
  result(views: RequestView[], earlier?: RequestView[]): void
}

export function createOutput(json: boolean): Output {
  const line: Output['line'] = (value) => {
    if (json) process.stdout.write(`${JSON.stringify(value)}\n`)
  }
  // One line each: the words may hold text from outside, whose control characters and line breaks stop here.
  const say = (message: string): void => {
    process.stderr.write(`${printable(message)}\n`)
  }
  return {
    line,
    say,
    error: (message) => line({ event: 'error', message: printable(message) }),
    quote: (quote) => {
      const { credits, lines, alreadyPaid, pricesReadAt } = quote
      const reencoded = quote.reencoded.map(({ file, reencode }) => ({ source: file, ...reencodeLine(reencode) }))
      line({
        event: 'quote',
        credits,
        lines,
        alreadyPaid,
        pricesReadAt,
        ...(reencoded.length > 0 ? { reencoded } : {}),
      })
      for (const { label, amount } of quote.lines) say(`  ${label} … ${amount}`)
      say(
        `  Quoted: ${quote.credits === null ? (quote.price === 'unknown' ? 'a price not known yet' : 'no price') : creditsInWords(quote.credits)}`,
      )
      const age = ageWords(Date.now() - Date.parse(pricesReadAt))
      if (age !== null) say(`  Prices read ${age} ago.`)
    },
    request: (view) => {
      line(requestLine(view))
      say(`${view.id.slice(0, 8)}  ${view.state.padEnd(14)} ${view.title}: ${view.now}`)
      for (const reason of new Set(view.owed.map((one) => one.reason)))
        if (!view.now.includes(reason)) say(`          Not home yet: ${reason}`)
    },
    asset: (asset) => {
      const { requestId, path, sha256, width, height } = asset
      line({ event: 'asset', request: requestId, path, sha256, width, height })
      say(`${requestId.slice(0, 8)}  at home        ${path}`)
    },
    result: (views, earlier = []) => {
      const paidBefore = earlier.map((view) => ({ ...resultEntry(view), alreadyPaid: true }))
      line({ event: 'result', requests: [...views.map(resultEntry), ...paidBefore] })
    },
  }
}

/** How old the prices are, where they are old enough to be read again before they are paid. */
function ageWords(ageMs: number): string | null {
  if (!(ageMs > 30_000)) return null
  return ageMs < 120_000 ? `${Math.round(ageMs / 1000)} s` : `${Math.round(ageMs / 60_000)} min`
}

/** A lossy copy of an original (A1), as programs read it. */
export const reencodeLine = ({ quality, sizeBytes }: Reencode): Record<string, number> => ({
  quality,
  bytes: sizeBytes,
})

/** A request, as programs read it. */
export function requestLine(view: RequestView): Record<string, unknown> {
  return {
    event: 'request',
    id: view.id,
    kind: view.kind,
    ...(view.skill === null ? {} : { skill: view.skill }),
    state: view.state,
    ...(view.generationId === null ? {} : { generationId: view.generationId }),
    creditsQuoted: view.creditsQuoted,
    creditsUsed: view.creditsUsed,
    creditsStatus: view.creditsStatus,
    ...(view.decision === null ? {} : { choices: view.decision.choices }),
    ...(errorOf(view) === null ? {} : { error: errorOf(view) }),
    ...(isHeldBack(view) ? { next: view.next } : {}),
    ...(view.owed.length === 0 ? {} : { owed: view.owed }),
    ...(view.project === null ? {} : { project: view.project }),
  }
}

/** Not sent, and not to be sent before a moment that is still to come. */
const isHeldBack = ({ state, next }: RequestView): boolean =>
  state === 'queued' && Date.parse(next?.at ?? '') > Date.now()

const errorOf = (view: RequestView): string | null => view.error ?? view.decision?.question ?? null

function resultEntry(view: RequestView): Record<string, unknown> {
  return {
    id: view.id,
    kind: view.kind,
    state: view.state,
    creditsQuoted: view.creditsQuoted,
    creditsUsed: view.creditsUsed,
    creditsStatus: view.creditsStatus,
    assets: view.assets.map((asset) => asset.path),
    error: errorOf(view),
  }
}
