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
export async function runSpecs(context, { config = 'playwright.config.ts', files = [], title }) {
  const chosen = title === undefined ? files : [...files, `--grep=${title.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`]
  const how = [`--config=${inRoot(config)}`, ...chosen]
  const { passed, failed, skipped, failures, said, notes } = await look(context, how)
  if (failed > 0) throw new Error(failures.join('\n') || said || 'the tests did not run')
  if (passed === 0) throw new Error(skipped.length > 0 ? `skipped: ${skipped.join('; ')}` : 'no such test')
  const more = skipped.length > 0 ? `, ${skipped.length} skipped` : ''
  return { words: `${passed} passed${more}`, details: { skipped, ...notes } }
}

/** @returns {Promise<import('../lib/gates.mjs').Count & { said: string, notes: object }>} */
async function look({ isGenuine, output, signal }, how) {
  const report = join(output, 'specs.json')
  mkdirSync(output, { recursive: true })
  rmSync(report, { force: true })
  const node = node24()
  const playwright = inRoot('node_modules/@playwright/test/cli.js')
  const { code, output: said } = await run(node, [playwright, 'test', ...how, '--reporter=json'], {
    capture: true,
    signal,
    env: toolEnv(node, {
      PRINTROOM_RUNTIME: isGenuine ? 'genuine' : 'stand-in',
      PRINTROOM_PICTURES: output,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    }),
  })
  const told = parse(report)
  rmSync(report, { force: true })
  return { ...countPlaywright(told, code), said: said.slice(-2000), notes: seenIn(told) }
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
