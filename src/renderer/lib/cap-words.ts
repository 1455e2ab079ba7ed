import type { CapsView } from '../../contract/views.ts'
import { figure } from './format.ts'

/** "96 paid, 24 held for what is in the queue, 80 left": the day's cap in a sentence, where the service told enough. */
export function capWords({ spent, reserved, left }: CapsView): string {
  const parts = [
    spent === null ? 'what was paid is not known for all' : `${figure(spent)} paid`,
    reserved === null ? 'what is held is not known' : `${figure(reserved)} held for what is in the queue`,
  ]
  if (left !== null) parts.push(`${figure(left)} left`)
  return parts.join(', ')
}
