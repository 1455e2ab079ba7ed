import type { CommandOutcome } from './commands.ts'

/** Leaves the transaction of a command that cannot be carried out: what was written in it goes back, the refusal stays. */
export class ActRefusedError extends Error {
  readonly outcome: Extract<CommandOutcome, { is: 'refused' }>
  constructor(code: string, message: string) {
    super(message)
    this.outcome = { is: 'refused', code, message }
  }
}

/** As the command of an act about one request ends. */
export const refusedAct = ({ outcome, message }: ActRefusedError): ActRefusedError['outcome'] => ({
  ...outcome,
  message: `${message} Nothing was changed.`,
})
