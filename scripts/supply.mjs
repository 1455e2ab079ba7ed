// npm run supply: what the app is made of, and whether anything of it is out of date or known to be unsafe. Asks the
// registry where it answers; what could not be asked is said not to have been checked.
import { readFileSync } from 'node:fs'
import { licencesOfShipped } from './lib/licences.mjs'
import { main } from './lib/main.mjs'
import { inRoot } from './lib/paths.mjs'
import { run } from './lib/run.mjs'
import {
  auditOf,
  breakingChanges,
  breakingChangesAddress,
  electronStanding,
  jsonIn,
  lateAfterDays,
  licenceCounts,
  licenceProblems,
  lockProblems,
} from './lib/supply.mjs'
import { ensureInstalled } from './setup.mjs'

const askMs = 60_000

main(async () => {
  await ensureInstalled()
  const wrongs = [
    ...sayLock(),
    ...(await sayElectron()),
    ...(await sayBreaking()),
    ...(await sayAudit()),
    ...sayLicences(),
  ]
  if (wrongs.length === 0) return 0
  console.log(`\n${wrongs.length} to look at:`)
  for (const wrong of wrongs) console.log(`  ${wrong}`)
  return 1
})

const json = (...parts) => JSON.parse(readFileSync(inRoot(...parts), 'utf8'))

function sayLock() {
  const { packages, problems } = lockProblems(json('package-lock.json'), json('package.json').allowScripts ?? {})
  console.log(`lockfile    ${packages} packages, each with its sha512 and from the registry: ${yesOrNo(problems)}`)
  return problems
}

async function sayElectron() {
  const { version } = json('node_modules/electron/package.json')
  const { code, output } = await npm('view', 'electron', 'time', '--json')
  const published = code === 0 ? jsonIn(output) : null
  if (published === null) {
    console.log(`Electron    ${version}; not checked: the registry did not tell what was published`)
    return []
  }
  const { newest, behindDays, isLate, isSupported } = electronStanding(version, published, Date.now())
  const behind = behindDays === null ? 'the newest of its line' : `${newest} is newer, for ${behindDays} days`
  console.log(`Electron    ${version}: ${behind}; a line that is ${isSupported ? '' : 'no longer '}supported`)
  return [
    ...(isLate ? [`Electron ${version} is more than ${lateAfterDays} days behind ${newest}`] : []),
    ...(isSupported ? [] : [`Electron ${version} is of a line that gets no security releases any more`]),
  ]
}

/** What waits for us in newer lines of Electron: to be read before one of them is taken. */
async function sayBreaking() {
  const { version } = json('node_modules/electron/package.json')
  const lines = await pageAt(breakingChangesAddress).then(
    (page) => breakingChanges(page, version),
    () => null,
  )
  if (lines === null) {
    console.log(`            what breaks after ${version}: not checked; read ${breakingChangesAddress}`)
    return []
  }
  if (lines.length === 0) console.log(`            nothing is written down that breaks after ${version}`)
  for (const { line, headings } of lines) {
    console.log(`            what breaks with ${line}:`)
    for (const heading of headings) console.log(`              ${heading}`)
  }
  return []
}

async function pageAt(address) {
  const answer = await fetch(address, { signal: AbortSignal.timeout(askMs) })
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  return answer.text()
}

async function sayAudit() {
  const audit = auditOf((await npm('audit', '--json')).output)
  if (!audit.checked) {
    console.log(`npm audit   not checked: ${audit.why}`)
    return []
  }
  console.log(`npm audit   ${audit.found.length === 0 ? 'nothing known' : `${audit.found.length} packages named`}`)
  return audit.found.map(({ name, severity }) => `${name}: ${severity} by npm audit`)
}

function sayLicences() {
  const licences = licencesOfShipped()
  const counted = licenceCounts(licences).map(([licence, count]) => `${count} × ${licence}`)
  const problems = licenceProblems(licences)
  console.log(`licences    ${licences.length} parts are shipped: ${counted.join(', ')}`)
  console.log(`            each under one that was looked at, with its text: ${yesOrNo(problems)}`)
  return problems
}

const npm = (...args) => run('npm', args, { capture: true, timeoutMs: askMs })
const yesOrNo = (problems) => (problems.length === 0 ? 'yes' : 'no')
