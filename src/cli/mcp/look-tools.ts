import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { engineCalls } from '../../engine/api/calls.ts'
import type { Engine } from '../../engine/engine.ts'
import { assetLine, longestSearch } from '../commands/library.ts'
import { modelEntries, skillEntries } from '../commands/lists.ts'
import { findReceipt } from '../commands/receipts.ts'
import { requestAnswer, toolAnswer } from './answers.ts'
import { waitFor } from './wait.ts'

const mostWaitedFor = 500
const id = z.string().min(4).max(64).describe('The number of a request, or its first characters')

/** Tools that only look; nothing is sent by them. */
export function lookTools(server: McpServer, engine: Engine): void {
  const calls = engineCalls(engine)

  server.registerTool(
    'list_models',
    {
      description: 'The models for images and videos as the service lists them, with what each can do.',
      inputSchema: z.strictObject({ media: z.enum(['image', 'video']).optional() }),
    },
    ({ media }) =>
      toolAnswer(async () => {
        const { entries, asOf } = await modelEntries(engine, false, media)
        return { models: entries.map(({ line }) => line), asOf }
      }),
  )
  server.registerTool(
    'list_skills',
    {
      description: 'The Skills, which work on pictures, with the schema of their fields and their prices.',
      inputSchema: z.strictObject({ skill: z.string().max(80).optional() }),
    },
    ({ skill }) =>
      toolAnswer(async () => {
        const { entries, asOf } = await skillEntries(engine, skill)
        return { skills: entries.map(({ line }) => line), asOf }
      }),
  )
  server.registerTool(
    'wait',
    {
      description:
        'Waits until requests have ended with their files at home, or a person is asked. Answers how they stand.',
      inputSchema: z.strictObject({
        ids: z.array(id).min(1).max(mostWaitedFor),
        timeoutSeconds: z.number().min(1).max(900).default(60),
      }),
    },
    ({ ids, timeoutSeconds }, { mcpReq: { signal } }) =>
      toolAnswer(async () => {
        const whole = ids.map((one) => findReceipt(engine, one).id)
        const views = await waitFor(engine, whole, timeoutSeconds * 1000, signal)
        return { requests: views.map(requestAnswer) }
      }),
  )
  server.registerTool(
    'list_receipts',
    {
      description: 'Requests with their state, charge and files, the newest first.',
      inputSchema: z.strictObject({
        open: z.boolean().optional().describe('Only those that have not ended'),
        limit: z.number().int().min(1).max(500).default(50),
      }),
    },
    (filter) => toolAnswer(async () => ({ requests: (await calls['requests.list'](filter)).map(requestAnswer) })),
  )
  server.registerTool(
    'get_receipt',
    {
      description: 'All that is known of one request: settings, money, jobs and every step.',
      inputSchema: z.strictObject({ id }),
    },
    (wish) =>
      toolAnswer(async () => {
        const view = await calls['requests.receipt']({ id: findReceipt(engine, wish.id).id })
        const { keyFingerprint: _key, request, ...receipt } = view
        return { request: requestAnswer(request), ...receipt }
      }),
  )
  server.registerTool(
    'search_library',
    {
      description: 'Results at home, the newest first; with text those whose prompt, name or tags hold its words.',
      inputSchema: z.strictObject({
        text: z.string().max(longestSearch).optional(),
        limit: z.number().int().min(1).max(500).default(50),
        before: z.number().int().optional().describe('The cursor of the page before'),
      }),
    },
    ({ text, limit, before }) =>
      toolAnswer(async () => {
        const { items, cursor } = engine.store.assets.page({ search: text, before, limit })
        return { assets: items.map((asset) => assetLine(engine, asset)), cursor }
      }),
  )
}
