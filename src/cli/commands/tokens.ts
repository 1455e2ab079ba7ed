import { text } from 'node:stream/consumers'
import { readGivenName } from '../../domain/naming/given-name.ts'
import { afterCreating } from '../../engine/api/account-calls.ts'
import { Tokens, type TokensOutcome } from '../../engine/api/tokens.ts'
import { UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'

/** Keys of the account (§4.6). The session token is read from standard input and kept nowhere. */
export async function tokens({ args, output, engine }: Context): Promise<ExitStatus> {
  const [, act, name, ...more] = args.words
  if (act !== 'list' && act !== 'create' && act !== 'revoke' && act !== 'usage')
    throw new UsageError('tokens needs list, create NAME, revoke ID or usage ID.')
  if (act !== 'list' && name === undefined)
    throw new UsageError(`tokens ${act} needs ${act === 'create' ? 'a name' : 'the id of a token'}.`)
  if (more.length > 0 || (act === 'list' && name !== undefined))
    throw new UsageError(`tokens ${act} takes no “${more[0] ?? name}”. Put a name of several words in quotation marks.`)
  const session = (await text(process.stdin)).trim()
  if (session === '')
    throw new UsageError(
      'The session token of a logged-in browser is read from standard input; an API key cannot manage keys.',
    )
  const opened = await engine()
  const account = new Tokens(opened.service, session)
  const outcome = await perform(account, act, act === 'create' ? tokenName(name) : (name ?? ''))
  if (outcome.type === 'failed') {
    output.say(act === 'create' ? `${outcome.reason} ${afterCreating(outcome.mayBeDone)}` : outcome.reason)
    return exitStatus.failed
  }
  for (const entry of outcome.entries) {
    output.line(entry)
    // A new key is shown here once and by nobody else ever (O10); everywhere else keys are blotted out.
    if (act === 'create')
      process.stderr.write(
        `${String(entry.name ?? name)}: ${String(entry.token).replace(/\p{C}/gu, '')}\nShown this once. Keep it now.\n`,
      )
    else
      output.say(
        Object.entries(entry)
          .map(([key, value]) => `${key} ${String(value)}`)
          .join(', '),
      )
  }
  return exitStatus.done
}

/** The service shows it to other programs. @throws UsageError */
function tokenName(typed = ''): string {
  const name = readGivenName(typed, 100)
  if (name !== null && name === typed.normalize('NFC')) return name
  throw new UsageError(
    'A token has a name of 1 to 100 characters in one line, without characters that nobody sees. Nothing was made.',
  )
}

function perform(account: Tokens, act: 'list' | 'create' | 'revoke' | 'usage', name: string): Promise<TokensOutcome> {
  switch (act) {
    case 'list':
      return account.list()
    case 'create':
      return account.create(name)
    case 'revoke':
      return account.revoke(name)
    case 'usage':
      return account.usage(name)
  }
}
