// npm run first-run: proves on a machine that has Electron's own runtime what no other can show, and writes it down in
// first-run/. --rehearse runs what does not need that runtime on the stand-in, and says on every line that this proves nothing
// of Electron; --installers makes, installs and removes this system's packages too; --by-hand asks about what only people
// see; --only GROUP leaves the other groups out, and never ends in 0 on Electron; --output DIR.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { askByHand, openOrSeen } from './first-run/by-hand.mjs'
import { commitHere, factsHere, runtimeVersions, systemHere, versionsHere } from './first-run/facts.mjs'
import { groups } from './first-run/groups.mjs'
import { unmet } from './first-run/needs.mjs'
import { readReport, reportFile, statusOf, summary, writeReport } from './first-run/report.mjs'
import { fetchElectron } from './lib/electron.mjs'
import { main } from './lib/main.mjs'
import { inRoot } from './lib/paths.mjs'
import { say } from './lib/say.mjs'
import { ensureBuilt, ensureInstalled, findElectron } from './setup.mjs'

const inRehearsal = 'PRINTROOM_REHEARSAL'
const prefix = 'rehearsal, proves nothing of Electron · '

main(async () => {
  const { values } = parseArgs({
    options: {
      rehearse: { type: 'boolean', default: false },
      installers: { type: 'boolean', default: false },
      'by-hand': { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: Object.keys(groups) },
      output: { type: 'string', default: inRoot('first-run') },
    },
  })
  const output = resolve(values.output)
  if (values['by-hand']) return askByHand(output)
  if (values.rehearse && process.env[inRehearsal] === undefined) return rehearse()
  await ensureInstalled()
  const found = values.rehearse ? { runtime: null } : await genuineRuntime()
  if (found.problem !== undefined) {
    say(
      `${found.problem}, so nothing was proven: run this where it can be fetched, or rehearse it with npm run first-run -- --rehearse.`,
    )
    return 1
  }
  await ensureBuilt()
  return runAll(values, output, found.runtime)
})

/** What it is made of, by its own word: nothing else counts as Electron. */
async function genuineRuntime() {
  const there = findElectron()
  const { path, reason } = there === undefined ? await fetchElectron() : { path: there }
  if (path === undefined) return { problem: `Electron’s own runtime cannot be had here (${reason})` }
  const runtime = await runtimeVersions(path)
  return runtime === null ? { problem: `What stands for Electron here is not Electron itself (${path})` } : { runtime }
}

/** Itself once more, each line of it marked. */
async function rehearse() {
  const child = spawn(process.execPath, [import.meta.filename, ...process.argv.slice(2)], {
    env: { ...process.env, [inRehearsal]: '1', PRINTROOM_RUNTIME: 'stand-in' },
    stdio: ['inherit', 'pipe', 'pipe'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  const mark = (from, to) => createInterface({ input: from }).on('line', (line) => to.write(`${prefix}${line}\n`))
  mark(child.stdout, process.stdout)
  mark(child.stderr, process.stderr)
  return new Promise((done) => child.once('close', (code) => done(code ?? 1)))
}

async function runAll({ rehearse: isRehearsal, installers: withInstallers, only }, output, runtime) {
  const isGenuine = runtime !== null
  const commit = await commitHere()
  const report = {
    at: new Date().toISOString(),
    commit,
    runtime: isGenuine ? 'genuine' : 'stand-in',
    system: await systemHere(),
    versions: { ...(await versionsHere()), runtime },
    checks: [],
    byHand: openOrSeen(readReport(output), commit),
  }
  const facts = factsHere({ isGenuine, withInstallers })
  const { signal } = endedFromOutside()
  const context = { isGenuine, output, signal, scratch: mkdtempSync(join(tmpdir(), 'printroom-first-run-')) }
  try {
    for (const [group, check] of Object.entries(groups).flatMap(([group, all]) => all.map((one) => [group, one]))) {
      const left = signal.aborted ? 'it was ended before' : only.includes(group) ? null : 'left out by --only'
      const why = left === null ? unmet(check.needs, facts) : { verdict: 'not run', words: left }
      const done = why ?? (await judge(check, context))
      report.checks.push({ group, name: check.name, ...done })
      // After each: what is known stays known, however this ends.
      writeReport(output, report)
      console.log(`${done.verdict}: ${check.name} (${done.words.split('\n')[0]})`)
    }
    tell(report, output)
    return statusOf(report, isRehearsal)
  } finally {
    rmSync(context.scratch, { recursive: true, force: true, maxRetries: 3 })
  }
}

function tell(report, output) {
  for (const { name, verdict, words } of report.checks)
    if (verdict === 'failed') console.log(`\nfailed: ${name}\n${words}`)
  console.log(`${summary(report)}. Written down in ${reportFile(output)}`)
}

/** Aborts what runs now: a driver of windows would go on without us. */
function endedFromOutside() {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => controller.abort())
  return controller
}

async function judge(check, context) {
  const since = Date.now()
  const seconds = () => Math.round((Date.now() - since) / 100) / 10
  try {
    const told = await check.run(context)
    const { words, details } = typeof told === 'string' ? { words: told } : told
    return { verdict: 'passed', words, details, seconds: seconds() }
  } catch (error) {
    return { verdict: 'failed', words: error.message, seconds: seconds() }
  }
}
