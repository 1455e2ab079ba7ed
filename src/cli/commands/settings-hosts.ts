import type { HostsChanged, HostsView } from '../../contract/hosts.ts'
import { engineCalls } from '../../engine/api/calls.ts'
import { SettingError } from '../../engine/platform/settings.ts'
import { UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'

/** `settings hosts list|allow HOST|forget HOST`: hosts inside a private network that results may be fetched from. */
export async function settingsHosts({ args, output, engine, engineToChange }: Context): Promise<ExitStatus> {
  const [, , act, host = ''] = args.words
  if (act !== 'list' && act !== 'allow' && act !== 'forget')
    throw new UsageError('settings needs hosts list, hosts allow HOST or hosts forget HOST.')
  if (act === 'list' && host !== '') throw new UsageError('settings hosts list takes no host.')
  if (act !== 'list' && host === '')
    throw new UsageError(`settings hosts ${act} takes the name of a host, such as files.example.lan.`)
  const opened = await (act === 'list' ? engine : engineToChange)()
  const calls = engineCalls(opened)
  const changed = { allow: calls['hosts.allow'], forget: calls['hosts.forget'] }
  const view: HostsView & { words?: string } =
    act === 'list' ? await calls['hosts.list'](undefined) : await asUsage(changed[act]({ host }))
  const { own, allowed, waiting } = view
  output.line({ event: 'hosts', service: opened.origin, own, allowed, waiting })
  if (view.words !== undefined) output.say(view.words)
  for (const line of inWords(view)) output.say(line)
  return exitStatus.done
}

/** What is no host, or none that can be allowed, is wrong usage. */
async function asUsage(changing: Promise<HostsChanged>): Promise<HostsChanged> {
  try {
    return await changing
  } catch (error) {
    throw error instanceof SettingError ? new UsageError(error.message) : error
  }
}

function inWords({ own, allowed, waiting }: HostsView): string[] {
  return [
    ...(own === null ? [] : [`The service’s own host, always: ${own}.`]),
    allowed.length === 0 ? 'Allowed: none.' : `Allowed: ${allowed.join(', ')}.`,
    ...waiting.map(
      ({ host, results }) =>
        `${results === 1 ? 'One result waits' : `${results} results wait`} at ${host}: “settings hosts allow ${host}” lets ${results === 1 ? 'it' : 'them'} be fetched.`,
    ),
  ]
}
