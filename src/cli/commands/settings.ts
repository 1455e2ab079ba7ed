import { UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import type { ExitStatus } from '../exit-status.ts'
import { settingsBudget } from './settings-budget.ts'
import { settingsHosts } from './settings-hosts.ts'

export async function settings(context: Context): Promise<ExitStatus> {
  switch (context.args.words[1]) {
    case 'hosts':
      return settingsHosts(context)
    case 'budget':
      return settingsBudget(context)
    default:
      throw new UsageError('settings needs hosts list, hosts allow HOST, hosts forget HOST or budget [N|none].')
  }
}
