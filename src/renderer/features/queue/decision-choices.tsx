import type { JSX } from 'react'
import { approvalOfChoice } from '../../../contract/approval.ts'
import type { RequestView } from '../../../contract/views.ts'
import { isFreeChoice } from '../../../domain/request/receipt.ts'
import { EngineSentence } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { SpendButton } from '../../components/spend-button.tsx'
import { t } from '../../format/messages.ts'
import { choiceAct } from '../../format/spend-act.ts'
import { useBusy } from '../../hooks/use-busy.ts'
import { isMost } from '../../lists/batchable-decisions.ts'
import { useView } from '../../stores/view-store.ts'
import { decideEach } from './queue-acts.ts'

type Decision = NonNullable<RequestView['decision']>

/** What it is about is set in Settings; there the way out begins. */
export const inSettings: ReadonlySet<Decision['kind']> = new Set(['key', 'cap'])

interface DecisionChoicesProps {
  request: RequestView
  decision: Decision
  /** In a row. */
  small?: boolean
  onDecide: () => void
}

/** The ways out of one question: those that cost nothing first, those that spend with their price. */
export function DecisionChoices({ request, decision, small = false, onDecide }: DecisionChoicesProps): JSX.Element {
  const [deciding, during] = useBusy()
  const goToSection = useView((view) => view.goToSection)
  const decide = (choice: string): Promise<void> => during(() => decideEach([request], choice, onDecide))
  const paid = decision.choices.filter((choice) => !isFreeChoice(choice.id, choice.credits))
  const free = decision.choices.filter((choice) => !paid.includes(choice))
  return (
    <>
      {inSettings.has(decision.kind) && (
        <Button small={small} onClick={() => goToSection(decision.kind === 'key' ? 'key' : 'spending')}>
          {decision.kind === 'key' ? t('Open key settings') : t('Change limit…')}
        </Button>
      )}
      {free.map((choice) => (
        <Button key={choice.id} look="quiet" small={small} disabled={deciding} onClick={() => void decide(choice.id)}>
          <EngineSentence>{choice.label}</EngineSentence>
        </Button>
      ))}
      <span className="push row">
        {paid.map((choice) => (
          <SpendButton
            key={choice.id}
            act={choiceAct(choice.label)}
            price={
              choice.credits === null
                ? { is: 'unknown' }
                : { is: isMost(request, choice.id) ? 'at-most' : 'known', credits: choice.credits }
            }
            blocked={deciding ? t('Saving.') : null}
            quietly
            small={small}
            approves={approvalOfChoice({ id: request.id, choice: choice.id, credits: choice.credits })}
            onSpend={() => void decide(choice.id)}
          />
        ))}
      </span>
    </>
  )
}
