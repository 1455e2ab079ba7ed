import type { CapsView } from '../../contract/app.ts'
import { figure } from './format.ts'
import { t } from './messages.ts'

/** "96 paid, 24 held for what is in the queue, 80 left": the day's cap in a sentence, where the service told enough. */
export function capWords({ spent, reserved, left }: CapsView): string {
  const parts = [
    spent === null ? t('some charges not reported') : t('{spent} paid', { spent: figure(spent) }),
    reserved === null ? t('held amount unknown') : t('{reserved} held for the queue', { reserved: figure(reserved) }),
  ]
  if (left !== null) parts.push(t('{left} left', { left: figure(left) }))
  return parts.join(', ')
}
