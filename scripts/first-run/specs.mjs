import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { countPlaywright } from '../lib/gates.mjs'
import { node24 } from '../lib/node.mjs'
import { inRoot } from '../lib/paths.mjs'
import { run, toolEnv } from '../lib/run.mjs'

/** Of the specs that are first-run's own; those of the window suite have the usual configuration. */
export const ownConfig = 'test/first-run/playwright.config.ts'

/**
 * Runs window tests and says how they went.
 * @param {{ isGenuine: boolean, output: string, signal: AbortSignal }} context
 * @param {{ config?: string, files?: string[], title?: string }} which `title` whole, of one test
 * @returns {Promise<{ words: string, details: object }>}
 * @throws in words, where one failed or none was there
 */
export async function runSpecs({ isGenuine, output, signal }, { config = 'playwright.config.ts', files = [], title }) {
  const report = join(output, 'specs.json')
  mkdirSync(output, { recursive: true })
  rmSync(report, { force: true })
  const node = node24()
  const { code, output: said } = await run(
    node,
    [
      inRoot('node_modules/@playwright/test/cli.js'),
      'test',
      ...files,
      `--config=${inRoot(config)}`,
      ...(title === undefined ? [] : [`--grep=${title.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`]),
      '--reporter=json',
    ],
    {
      capture: true,
      signal,
      env: toolEnv(node, {
        PRINTROOM_RUNTIME: isGenuine ? 'genuine' : 'stand-in',
        PRINTROOM_PICTURES: output,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      }),
    },
  )
  const told = parse(report)
  const { passed, failed, skipped, failures } = countPlaywright(told, code)
  rmSync(report, { force: true })
  if (failed > 0) throw new Error(failures.join('\n') || said.slice(-2000) || 'the tests did not run')
  if (passed === 0) throw new Error(skipped.length > 0 ? `skipped: ${skipped.join('; ')}` : 'no such test')
  return {
    words: `${passed} passed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`,
    details: { skipped, ...seenIn(told) },
  }
}

function parse(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** What tests have written down of what they saw. */
function seenIn(report) {
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
  const notes = (report?.suites ?? [])
    .flatMap(specsOf)
    .flatMap(({ tests }) => tests.flatMap(({ annotations }) => annotations))
    .filter(({ type }) => type === 'seen')
    .map(({ description }) => description)
  return notes.length === 0 ? {} : { seen: notes }
}
