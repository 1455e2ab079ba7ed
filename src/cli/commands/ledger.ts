import type { LedgerPeriod, LedgerRow } from '../../contract/ledger.ts'
import { isDay } from '../../domain/day.ts'
import type { Ledger, Sum, Totals } from '../../domain/ledger/sums.ts'
import { creditsInWords } from '../../domain/request/money-words.ts'
import { ledgerRows, ledgerSums } from '../../engine/api/ledger.ts'
import { type Arguments, UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import type { Output } from '../output.ts'

/** What everything has cost at the service that the command line names: a line for each part, and one for all. */
export async function ledger({ args, output, engine }: Context): Promise<ExitStatus> {
  const period = periodOf(args)
  const by = args.values.by ?? 'day'
  const parts = partsBy.get(by)
  if (!parts) throw new UsageError(`--by takes ${[...partsBy.keys()].join(', ')}; “${by}” is none of them.`)
  const opened = await engine()
  const sums = ledgerSums(opened, period, by === 'project' ? 'project' : 'model')
  parts(sums, output, () => ledgerRows(opened, period))
  output.line({ event: 'total', ...sums.totals })
  output.say(`Together: ${inWords(sums.totals)}`)
  return exitStatus.done
}

type Parts = (ledger: Ledger, output: Output, rows: () => LedgerRow[]) => void

const partsBy = new Map<string, Parts>(
  Object.entries({
    day: ({ days }, output) => {
      for (const { cells: _, day, ...sums } of days) tell(output, { by: 'day', day }, day, sums)
    },
    model: ({ columns }, output) => {
      for (const { key: _, kind, name, ...sums } of columns) tell(output, { by: 'model', kind, name }, name, sums)
    },
    project: ({ columns }, output) => {
      for (const { key: _, kind, name, ...sums } of columns)
        tell(
          output,
          { by: 'project', project: kind === 'none' ? null : name },
          kind === 'none' ? 'No project' : name,
          sums,
        )
    },
    request: (_, output, rows) => {
      for (const row of rows()) {
        output.line({ event: 'entry', ...row })
        const figures = (['quoted', 'charged', 'refunded', 'paid'] as const).map(
          (name) => `${name} ${row[name] ?? 'not told'}`,
        )
        output.say(`  ${row.id.slice(0, 8)}  ${row.at}  ${row.title}: ${figures.join(', ')}`)
      }
    },
  } satisfies Record<string, Parts>),
)

function tell(output: Output, part: Record<string, string | null>, name: string, sums: Totals): void {
  output.line({ event: 'sum', ...part, ...sums })
  output.say(`  ${name}: ${inWords(sums)}`)
}

const known = ({ credits, unknown }: Sum): string =>
  unknown === 0 ? creditsInWords(credits) : `${creditsInWords(credits)} and ${unknown} not told yet`

const inWords = ({ requests, quoted, charged, refunded, paid }: Totals): string =>
  `${requests} ${requests === 1 ? 'request' : 'requests'}, quoted ${known(quoted)}, charged ${known(charged)}, refunded ${known(refunded)}, paid ${known(paid)}`

/** Days of this computer's own zone; left out: all there are. */
function periodOf({ values }: Arguments): LedgerPeriod {
  const { from = '0000-01-01', to = '9999-12-31' } = values
  for (const [name, day] of Object.entries({ from, to }))
    if (!isDay(day))
      throw new UsageError(`--${name} takes a day, such as 2026-11-20; “${day}” is no day of the calendar.`)
  if (from > to) throw new UsageError(`--from ${from} comes after --to ${to}, so no day is in it. Change one of them.`)
  return { from, to }
}
