// npm run prove -- --minutes N --seed S [--row NAME] [--case I] [--report [--write FILE]]: the proofs at their large size. What was
// proven is kept in a file for each row, which is committed: a long proof is run in pieces, and on more than one machine.
// A row begins anew when a file that it runs has changed (lib/row-sources.mjs).

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { main } from './lib/main.mjs'
import { measureBranches, runMutants } from './lib/mutation.mjs'
import { node24 } from './lib/node.mjs'
import { inRoot } from './lib/paths.mjs'
import { rowHash } from './lib/row-sources.mjs'
import { run, toolEnv } from './lib/run.mjs'
import { say } from './lib/say.mjs'
import { unrunRows } from './lib/unrun-rows.mjs'
import { ensureBuilt, ensureInstalled } from './setup.mjs'

const folder = inRoot('docs', 'proof')
const mutants = 'mutants'
/** Rows of one busy thread: so many processes share their cases, each with a file of its own. */
const processesOf = { page: 2, simulation: 2, workers: 2 }
const usage = 'npm run prove -- --minutes N [--seed S] [--row NAME] [--case INDEX] [--report [--write FILE]]'

const proofHead = `# Proof
What was proven of the promise “never paid twice, no paid result lost”, at the large size: \`npm run prove -- --minutes N\`.
Each row is a file of \`test/proof\`; \`npm test\` runs all of them at their small size. The oracle is the ledger of the
practice service. This page is written by \`npm run prove -- --report --write docs/proof.md\`; a row that is not whole says so.
`

main(async () => {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      seed: { type: 'string', default: '1' },
      row: { type: 'string' },
      case: { type: 'string' },
      report: { type: 'boolean', default: false },
      write: { type: 'string' },
    },
  })
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)]
  if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
    say(usage)
    return 2
  }
  const rows = rowNames().filter((name) => values.row === undefined || name === values.row)
  if (rows.length === 0) {
    say(`There is no row “${values.row}”. There are ${rowNames().join(', ')}.`)
    return 2
  }
  const only = values.case === undefined ? null : Number(values.case)
  const statuses = values.report ? null : await proveRows(rows, { minutes, seed, only })
  let violations = 0
  for (const name of rows) {
    const kept = readKept(name)
    if (kept === null) {
      console.log(`${name.padEnd(20)} not begun`)
      continue
    }
    violations += kept.violations.length
    const size = `${kept.done} of ${kept.target}`
    const old = kept.sources === rowHash(name) ? '' : '  (of other sources)'
    console.log(
      `${name.padEnd(20)} ${size.padStart(20)} ${String(kept.violations.length).padStart(4)} violations ${kept.seconds.toFixed(0).padStart(7)} s${old}`,
    )
    for (const { words } of kept.violations.slice(0, 5)) console.log(`  ${words.split('\n')[0]}`)
  }
  if (values.write !== undefined) writeFileSync(values.write, markdownOf(rows))
  const unrun = statuses === null ? [] : unrunRows(rows, statuses, (name) => readKept(name) !== null)
  for (const words of unrun) say(words)
  return violations > 0 || unrun.length > 0 ? 1 : 0
})

/** The table as it is kept in the repository, with when, of what and where it was run. */
function markdownOf(rows) {
  const all = rows.map((name) => ({ name, kept: readKept(name) }))
  const lines = all.map(({ name, kept }) => {
    if (kept === null) return `| ${name} | not begun | – | – | – | – | – |`
    const { done, target, violations, seconds, seed, sources: of, last } = kept
    const state = done >= target ? 'whole' : 'in part'
    const more = name === mutants ? `, ${kept.killed} killed, ${kept.taken} of ${kept.branches} branches taken` : ''
    const which = of === rowHash(name) ? 'these' : 'older ones'
    return `| ${name} | ${done} of ${target}, ${state}${more} | ${violations.length} | ${seconds.toFixed(0)} | ${seed} | ${which} | ${last ? `${last.date}, ${last.commit}` : 'was not ended'} |`
  })
  const machines = [...new Set(all.flatMap(({ kept }) => kept?.last?.machine ?? []))]
  const { date, commit } = now()
  return `${proofHead}\nWritten on ${date} at commit ${commit}; run on ${machines.join('; ')}.
“Sources” says whether each file that the row runs (its test, what that imports, the processes it starts) was, when the row
ran, what it is at this commit. “Last piece” is when, and at which commit, the row was last run.\n
| Row | Cases | Violations | Seconds | Seed | Sources | Last piece |
|---|---|---|---|---|---|---|
${lines.join('\n')}
`
}

/** When, at which commit and on what machine a piece is run. */
function now() {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: inRoot(), encoding: 'utf8' }).trim()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  const processors = `${availableParallelism()} × ${cpus()[0]?.model ?? 'an unknown processor'}`
  return {
    date: new Date().toISOString().slice(0, 10),
    commit,
    machine: `${processors}, ${memory}, ${process.platform} ${process.arch}`,
  }
}

/**
 * The time is shared among the rows that are not at their end; what one leaves over, the next ones have.
 * @returns {Promise<Map<string, number>>} with what status each ended that was run
 */
async function proveRows(rows, { minutes, seed, only }) {
  await ensureInstalled()
  await ensureBuilt()
  const end = Date.now() + minutes * 60_000
  const isDone = (name) => {
    const kept = readKept(name)
    const isWhole = kept !== null && kept.sources === rowHash(name) && kept.seed === seed && kept.done >= kept.target
    // Not one case after the other: what fell short is measured again.
    return isWhole && (name !== mutants || kept.violations.length === 0)
  }
  const open = only === null ? rows.filter((name) => !isDone(name)) : rows
  const statuses = new Map()
  for (const [i, name] of open.entries()) {
    const untilMs = Date.now() + (end - Date.now()) / (open.length - i)
    const sources = rowHash(name)
    mkdirSync(folder, { recursive: true })
    if (name === mutants) {
      await proveMutants({ seed, sources })
      sign(name)
      statuses.set(name, 0)
      continue
    }
    say(`── ${name}`)
    const parts = only === null ? partsOf(name) : [{ n: 0, of: 1 }]
    const codes = await Promise.all(
      parts.map((part) => provePart(name, { untilMs, seed, file: fileOf(name, part), sources, only, part })),
    )
    statuses.set(name, Math.max(...codes))
    if (only === null) sign(name)
  }
  return statuses
}

async function provePart(name, order) {
  const { code } = await run(
    node24(),
    [inRoot('node_modules/vitest/vitest.mjs'), 'run', '--reporter=dot', `test/proof/${name}.test.ts`],
    {
      env: toolEnv(node24(), { PRINTROOM_PROVE: JSON.stringify(order) }),
      toStderr: true,
    },
  )
  return code
}

/**
 * The money core under Stryker: not a row of cases but one whole run, of half an hour and more, whatever the time asked
 * for. Of the same sources it is run once; the branches that its tests take are a matter of seconds.
 */
async function proveMutants({ seed, sources }) {
  say(`── ${mutants}`)
  const { branches, taken, untaken } = await measureBranches()
  const before = readKept(mutants)
  const { done, killed, seconds, survivors } = before?.sources === sources ? before : await mutantsNow()
  const wrongs = untaken.map((where) => `a branch that no test takes: ${where}`)
  if (branches === 0 || done === 0 || killed < 0.95 * done)
    wrongs.push(`${killed} of ${done} mutants killed, fewer than 95 %`)
  const violations = wrongs.map((words, index) => ({ index, seed, words }))
  const kept = {
    row: mutants,
    sources,
    seed,
    done,
    target: done,
    seconds,
    violations,
    branches,
    taken,
    killed,
    survivors,
  }
  writeFileSync(fileOf(mutants), JSON.stringify(kept, null, 2))
}

/** @returns a whole run, named as it is kept */
async function mutantsNow() {
  const { mutants: done, ...rest } = await runMutants()
  return { done, ...rest }
}

/** Its last piece was run here and now. */
function sign(name) {
  for (const part of partsOf(name)) {
    const kept = readPart(name, part)
    if (kept !== null) writeFileSync(fileOf(name, part), `${JSON.stringify({ ...kept, last: now() }, null, 2)}\n`)
  }
}

function partsOf(name) {
  const of = processesOf[name] ?? 1
  return Array.from({ length: of }, (_, n) => ({ n, of }))
}

function fileOf(name, { n, of } = { n: 0, of: 1 }) {
  return join(folder, of === 1 ? `${name}.json` : `${name}-${n + 1}of${of}.json`)
}

function rowNames() {
  return readdirSync(inRoot('test/proof'))
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => file.slice(0, -'.test.ts'.length))
    .concat(mutants)
    .sort()
}

/** All of a row; of one in parts those of the same sources and seed, and nothing where not all of them have begun. */
function readKept(name) {
  const parts = partsOf(name).map((part) => readPart(name, part))
  const [first] = parts
  if (parts.some((part) => part === null || part.sources !== first.sources || part.seed !== first.seed)) return null
  const sum = (key) => parts.reduce((total, part) => total + part[key], 0)
  return {
    ...first,
    done: sum('done'),
    target: sum('target'),
    seconds: Math.max(...parts.map(({ seconds }) => seconds)),
    violations: parts.flatMap(({ violations }) => violations),
  }
}

function readPart(name, part) {
  const file = fileOf(name, part)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}
