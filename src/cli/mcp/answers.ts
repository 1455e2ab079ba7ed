import type { CallToolResult } from '@modelcontextprotocol/server'
import type { RequestView } from '../../contract/views.ts'
import { failureOf } from '../../engine/platform/failure-of.ts'
import { RefusedError, UsageError } from '../arguments.ts'
import { requestLine } from '../output.ts'

/** What a tool answers: the same value for programs and, as text, for models. A failure is words for whoever asked. */
export async function toolAnswer(work: () => Promise<Record<string, unknown>>): Promise<CallToolResult> {
  try {
    const value = await work()
    return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value }
  } catch (error) {
    const isOurs = error instanceof UsageError || error instanceof RefusedError
    const text = isOurs ? error.message : failureOf(error).message
    return { isError: true, content: [{ type: 'text', text }] }
  }
}

/** A request as the terminal prints it, with what happens now and its files. */
export function requestAnswer(view: RequestView): Record<string, unknown> {
  const { event: _event, ...line } = requestLine(view)
  return {
    ...line,
    title: view.title,
    now: view.now,
    assets: view.assets.map(({ path, sha256, width, height, present }) => ({ path, sha256, width, height, present })),
  }
}
