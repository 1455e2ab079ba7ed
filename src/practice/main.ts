import { readPracticeArguments } from './arguments.ts'
import { answersAt } from './control/proof.ts'
import { type Announcement, homeAt, readAnnouncement } from './home.ts'
import { HomeOwnedError } from './ownership.ts'
import { createPractice } from './server.ts'

/** The process around the service: `--home DIR [--port N] [--hold]`, one JSON line on stdout when ready. */
async function main(): Promise<void> {
  const { home, port, hold, untilInputEnds, timeScale } = readPracticeArguments(process.argv.slice(2), process.env)
  try {
    const practice = await createPractice({ home, port, timeScale })
    const { url, control, keys, sessionToken } = practice
    const end = () => {
      practice.close().then(() => process.exit(0), fail)
    }
    process.once('SIGINT', end)
    process.once('SIGTERM', end)
    if (hold) practice.endWhenAlone(end)
    if (untilInputEnds) process.stdin.resume().once('end', end).once('error', end)
    print({ url, control, keys, sessionToken })
  } catch (error) {
    if (!(error instanceof HomeOwnedError)) throw error
    print({ ...(await ownerOf(home)), already: true })
    process.exit(0)
  }
}

/** The owner may be starting: it holds the lock a moment before it can be asked. */
async function ownerOf(home: string): Promise<Announcement> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; ) {
    const kept = readAnnouncement(homeAt(home))
    // Another program may answer at the address that an earlier owner left.
    if (kept !== null && (await answersAt(kept))) return kept
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`another process owns ${home} but does not answer`)
}

function print(line: Announcement & { already?: true }): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

function fail(error: unknown): void {
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  const reason = error instanceof Error ? error.message : String(error)
  process.stderr.write(`practice: ${taken ? `the port is taken by another program (${reason})` : reason}\n`)
  process.exit(1)
}

main().catch(fail)
