// npm run prove -- --minutes N --seed S [--row NAME] [--case I] [--report]: the proofs at their large size. What was
// proven is kept in a file for each row, so that a long proof can be run in pieces; other sources begin anew.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { main } from './lib/main.mjs'
import { node24 } from './lib/node.mjs'
import { inRoot } from './lib/paths.mjs'
import { run, toolEnv } from './lib/run.mjs'
import { say } from './lib/say.mjs'
import { ensureBuilt, ensureInstalled } from './setup.mjs'

const folder = inRoot('.prove')
const usage = 'npm run prove -- --minutes N [--seed S] [--row NAME] [--case INDEX] [--report]'

main(async () => {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      seed: { type: 'string', default: '1' },
      row: { type: 'string' },
      case: { type: 'string' },
      report: { type: 'boolean', default: false },
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
  if (!values.report)
    await proveRows(rows, { minutes, seed, only: values.case === undefined ? null : Number(values.case) })
  const sources = sourcesHash()
  let violations = 0
  for (const name of rows) {
    const kept = readKept(name)
    if (kept === null) {
      console.log(`${name.padEnd(20)} not begun`)
      continue
    }
    violations += kept.violations.length
    const size = `${kept.done} of ${kept.target}`
    const old = kept.sources === sources ? '' : '  (of other sources)'
    console.log(
      `${name.padEnd(20)} ${size.padStart(20)} ${String(kept.violations.length).padStart(4)} violations ${kept.seconds.toFixed(0).padStart(7)} s${old}`,
    )
    for (const { words } of kept.violations.slice(0, 5)) console.log(`  ${words.split('\n')[0]}`)
  }
  return violations > 0 ? 1 : 0
})

/** The time is shared among the rows that are not at their end; what one leaves over, the next ones have. */
async function proveRows(rows, { minutes, seed, only }) {
  await ensureInstalled()
  await ensureBuilt()
  const sources = sourcesHash()
  const end = Date.now() + minutes * 60_000
  const isDone = (name) => {
    const kept = readKept(name)
    return kept !== null && kept.sources === sources && kept.seed === seed && kept.done >= kept.target
  }
  const open = only === null ? rows.filter((name) => !isDone(name)) : rows
  for (const [i, name] of open.entries()) {
    const untilMs = Date.now() + (end - Date.now()) / (open.length - i)
    mkdirSync(folder, { recursive: true })
    const order = { untilMs, seed, file: fileOf(name), sources, only }
    say(`── ${name}`)
    await run(
      node24(),
      [inRoot('node_modules/vitest/vitest.mjs'), 'run', '--reporter=dot', `test/proof/${name}.test.ts`],
      {
        env: toolEnv(node24(), { PRINTROOM_PROVE: JSON.stringify(order) }),
        toStderr: true,
      },
    )
  }
}

const fileOf = (name) => join(folder, `${name}.json`)

function rowNames() {
  return readdirSync(inRoot('test/proof'))
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => file.slice(0, -'.test.ts'.length))
    .sort()
}

function readKept(name) {
  return existsSync(fileOf(name)) ? JSON.parse(readFileSync(fileOf(name), 'utf8')) : null
}

/** What is proven: the engine and what it stands on. */
function sourcesHash() {
  const hash = createHash('sha256')
  for (const part of ['domain', 'contract', 'engine', 'cli', 'practice'])
    for (const entry of readdirSync(inRoot('src', part), { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath, one.name))
      .sort())
      hash.update(readFileSync(entry))
  return hash.digest('hex').slice(0, 16)
}
