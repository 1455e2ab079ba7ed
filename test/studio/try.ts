// What `npm run studio` runs: a studio of real processes on this computer, with no account, no key and no money.
import { noPostgres, startPostgres } from '../support/studio/postgres.ts'
import { Trial } from '../support/studio/trial.ts'

const people = ['Ann', 'Ben', 'Cleo']
const each = 4

const began = performance.now()
function say(words: string): void {
  process.stdout.write(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${words}\n`)
}

async function run(): Promise<number> {
  if (noPostgres !== null) {
    process.stderr.write(
      `A studio needs PostgreSQL: ${noPostgres}. Run “npm install” where it is to be had, and try again.\n`,
    )
    return 4
  }
  const server = await startPostgres()
  say(`PostgreSQL runs on port ${server.port}, from npm’s package.`)
  const trial = await Trial.open(server, people)
  try {
    say('Practice is the service. The studio is made; Mia is its administrator, Ann, Ben and Cleo may order.')
    await trial.administer(['budget', 'studio', 'day', '1000'])
    say('The studio’s budget is 1000 credits in 24 hours.')
    const one = await trial.work('one')
    await trial.work('two')
    await trial.until(() => one.lines.some(({ partitions }) => Array.isArray(partitions) && partitions.length === 8))
    say('Two workers run; each holds 8 of the 16 parts of the queue.')
    const sent = trial.log.next()
    const orders = people.map(async (person) => trial.order(person, await trial.pictures(person, each), ['--wait']))
    say(`Three people order ${each} cutouts each, from three terminals.`)
    const id = await sent
    say(`The first paid request leaves: ${id.slice(0, 8)}.`)
    // What it sends at this moment has been written down, and nobody has read the service’s answer.
    await trial.until(() => one.lines.some(({ state }) => state === 'submitting'))
    one.child.kill('SIGKILL')
    await one.ended
    const left = await trial.database.rows(
      'SELECT 1 FROM requests JOIN leases USING (partition) JOIN workers USING (session) WHERE is_open AND name = $1',
      ['one'],
    )
    say(`Worker one is killed (SIGKILL). It had ${left.length} requests on its way.`)
    const ran = await Promise.all(orders)
    say(`All three terminals ended with status ${ran.map(({ status }) => status).join(', ')}.`)
    const charges = await trial.charges()
    say(
      `${charges.size} requests, each charged ${[...new Set(charges.values())].join(' or ')} time by the service’s own ledger.`,
    )
    const wrongs = trial.log.wrongs()
    say(
      `${trial.log.posts.length} paid requests on the wire: ${wrongs.length === 0 ? 'never two of one number, never more than two at once' : wrongs.join('; ')}.`,
    )
    const checked = await trial.administer(['check'])
    for (const words of checked.stderr.trim().split('\n')) say(words)
    for (const person of people) {
      const [row] = await trial.database.rows<{ workers: string }>(
        `SELECT string_agg(DISTINCT workers.name, ' and ') AS workers FROM steps JOIN workers USING (session)
         JOIN requests ON requests.id = request JOIN people ON people.id = person WHERE people.name = $1`,
        [person],
      )
      say(`${person}’s ${each} were driven by ${row?.workers ?? 'nobody'}.`)
    }
    const isWell = ran.every(({ status }) => status === 0) && charges.size === people.length * each
    return isWell && [...charges.values()].every((count) => count === 1) && wrongs.length === 0 && checked.status === 0
      ? 0
      : 4
  } finally {
    await trial.close()
    await server.stop()
  }
}

process.exitCode = await run()
