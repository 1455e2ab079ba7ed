import type { McpServer } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { QuoteView } from '../../contract/quotes.ts'
import { canonicalJson, json } from '../../domain/json.ts'
import { agentsView } from '../../engine/api/agents.ts'
import { fileOrdered } from '../../engine/api/projects.ts'
import type { Engine } from '../../engine/engine.ts'
import { sha256Of } from '../../engine/platform/checksum.ts'
import { type AgentOrdered, AgentOrders } from '../../engine/quoting/agent-orders.ts'
import { QuoteService } from '../../engine/quoting/quote-service.ts'
import { readName, UsageError } from '../arguments.ts'
import { eachOnce, opened } from '../commands/skill.ts'
import { quoteNotes } from '../quote-notes.ts'
import { requestAnswer, toolAnswer } from './answers.ts'
import {
  generationOrderWish,
  generationWish,
  namedSource,
  type OrderTerms,
  skillBySources,
  skillOrderWish,
  skillWish,
} from './inputs.ts'

const orderWords =
  'It is sent by itself only within the budget that the owner set; what does not fit, and what has no known price, waits in the Queue for a person to approve (state needs-decision). What was made or is under way with the same settings is not ordered again. Give an idempotencyKey to be able to ask again after any failure.'

/** @param waitsAbove an order of more credits waits for a person; null: the budget alone decides */
export function orderTools(server: McpServer, engine: Engine, waitsAbove: number | null): void {
  const quotes = new QuoteService(engine)
  const orders = new AgentOrders(engine, quotes)

  const quoteGeneration = ({ references, ...order }: z.infer<typeof generationWish>): Promise<QuoteView> =>
    quotes.generation({ ...order, ...(references ? { references: references.map(namedSource) } : {}) })
  const quoteSkill = async (wish: z.infer<typeof skillWish>): Promise<QuoteView> => {
    const order = skillBySources(wish)
    const files = await eachOnce(engine, await opened(engine, order.files))
    return quotes.skill({ ...order, files })
  }
  const order = async (kind: string, terms: OrderTerms, wish: object, quote: () => Promise<QuoteView>) => {
    const { idempotencyKey: key = null, repeat: isRepeat = false, maxCredits = null, project } = terms
    if (isRepeat && key === null)
      throw new UsageError(
        'repeat needs an idempotencyKey, so that a call made twice orders once. Nothing was ordered.',
      )
    const name = project === undefined ? null : readName(project)
    const asked = sha256Of(canonicalJson(json.parse({ kind, isRepeat, ...wish })))
    const made = await orders.order({ key, asked, isRepeat, maxCredits, waitsAbove, quote })
    if (!made.isEarlier) fileOrdered(engine, made.receipts, name)
    return orderAnswer(engine, made)
  }

  server.registerTool(
    'quote_generation',
    { description: 'What an image or a video would cost. Nothing is sent.', inputSchema: generationWish },
    (wish) => toolAnswer(async () => quoteAnswer(await quoteGeneration(wish))),
  )
  server.registerTool(
    'quote_skill',
    { description: 'What a Skill would cost for these files. Nothing is sent.', inputSchema: skillWish },
    (wish) => toolAnswer(async () => quoteAnswer(await quoteSkill(wish))),
  )
  server.registerTool(
    'order_generation',
    { description: `Orders images or videos from a prompt. ${orderWords}`, inputSchema: generationOrderWish },
    ({ idempotencyKey, repeat, maxCredits, project, ...wish }) =>
      toolAnswer(() =>
        order('generation', { idempotencyKey, repeat, maxCredits, project }, wish, () => quoteGeneration(wish)),
      ),
  )
  server.registerTool(
    'order_skill',
    { description: `Orders a Skill, one request for each file. ${orderWords}`, inputSchema: skillOrderWish },
    ({ idempotencyKey, repeat, maxCredits, project, ...wish }) =>
      toolAnswer(() => order('skill', { idempotencyKey, repeat, maxCredits, project }, wish, () => quoteSkill(wish))),
  )
  server.registerTool(
    'get_budget',
    { description: 'What the owner lets agents spend in all, what of it is spent, reserved and left. Null: nothing.' },
    () => toolAnswer(async () => ({ ...agentsView(engine) })),
  )
}

function quoteAnswer(quote: QuoteView): Record<string, unknown> {
  const { price, credits, lines, requests, pricesReadAt, alreadyPaid, leftOut, ...rest } = quote
  const problems = rest.problems.map(({ field, message }) => ({ field, message }))
  const left = leftOut.map(({ file, message }) => ({ file, message }))
  const toOrder = rest.rest && { requests: rest.rest.requests, price: rest.rest.price, credits: rest.rest.credits }
  return {
    price,
    credits,
    lines,
    requests,
    pricesReadAt,
    problems,
    leftOut: left,
    notes: quoteNotes(quote),
    alreadyPaid,
    toOrder,
  }
}

function orderAnswer(engine: Engine, made: AgentOrdered): Record<string, unknown> {
  const { receipts, isEarlier, quote, waits } = made
  return {
    requests: receipts.map((receipt) => requestAnswer(engine.viewOf(receipt))),
    isEarlier,
    waitsForPerson: waits,
    alreadyPaid: quote?.alreadyPaid ?? [],
    notes: quote ? quoteNotes(quote) : [],
    budget: agentsView(engine),
  }
}
