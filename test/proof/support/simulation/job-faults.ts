import type { Fault } from '../../../../src/practice/control/faults.ts'
import type { Chance } from '../random.ts'
import { modules } from './orders.ts'

/** What happens to the work itself, as practice's own faults make it. */
export function jobFaults(chance: Chance): Fault[] {
  const kinds = chance.oneOf([0, 0, 0, 1, 2, 3] as const)
  return Array.from({ length: kinds }, () => oneFault(chance))
}

/** One module of a set, wherever it stands among the others; or all of them alike. */
function oneModule(chance: Chance): Pick<Fault, 'module'> {
  const module = modules[chance.below(4)]
  return module !== undefined && chance.percent(60) ? { module } : {}
}

function oneFault(chance: Chance): Fault {
  const fault = { match: {}, times: 1 + chance.below(2) }
  switch (chance.below(29) >> 1) {
    case 0:
      return { ...fault, fault: 'job-fails', ...oneModule(chance) }
    // It takes long, and many looks: less often than the others.
    case 8:
      return { ...fault, fault: 'job-stalls' }
    case 2:
      return { ...fault, fault: 'refund-pending' }
    case 3:
      return { ...fault, fault: 'dispatch-fails', ...oneModule(chance) }
    case 9:
      return { ...fault, fault: 'jobs-only', times: 1 + chance.below(6) }
    case 10:
      return { ...fault, fault: 'items-left-out', times: 1 + chance.below(6) }
    case 13:
      return { ...fault, fault: 'ended-only', times: 1 + chance.below(6) }
    case 14:
      return { ...fault, fault: 'item-status-left-out', times: 1 + chance.below(6) }
    case 11:
      return { ...fault, fault: 'busy', retryAfter: chance.oneOf([0, 20, 90, 600]), times: 1 + chance.below(8) }
    case 12:
      return { ...fault, fault: 'code-in-error', times: 1 + chance.below(6) }
    case 4:
      return { ...fault, fault: 'reserved', delayMs: chance.below(40 * 1000) }
    case 5:
      return { ...fault, fault: 'interrupted', after: chance.below(3), delayMs: chance.below(60 * 1000) }
    case 6:
      return { ...fault, fault: 'price-bump', add: 1 + chance.below(3), match: { method: 'POST' }, times: 1 }
    case 7:
      return { ...fault, fault: 'balance-drained', credits: chance.below(18), match: { method: 'POST' }, times: 1 }
    default:
      return { ...fault, fault: 'job-fails', match: { path: '/api/skills/*' } }
  }
}
