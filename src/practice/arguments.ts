import { parseArgs } from 'node:util'

interface PracticeArguments {
  home: string
  port: number
  hold: boolean
  /** Ends when standard input does: with whoever started it. */
  untilInputEnds: boolean
  timeScale: number
}

class UsageError extends Error {
  override readonly name = 'UsageError'
}

export function readPracticeArguments(argv: string[], env: NodeJS.ProcessEnv): PracticeArguments {
  const { values } = parseArgs({
    args: argv,
    options: {
      home: { type: 'string' },
      port: { type: 'string' },
      hold: { type: 'boolean' },
      'until-input-ends': { type: 'boolean' },
    },
  })
  if (values.home === undefined || values.home === '') throw new UsageError('--home DIR is required')
  const port = Number(values.port ?? 0)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError('--port must be a number up to 65535')
  const timeScale = Number(env.PRINTROOM_TIME_SCALE || 1)
  if (!(timeScale >= 1)) throw new UsageError('PRINTROOM_TIME_SCALE must be a number of at least 1')
  return {
    home: values.home,
    port,
    hold: values.hold ?? false,
    untilInputEnds: values['until-input-ends'] ?? false,
    timeScale,
  }
}
