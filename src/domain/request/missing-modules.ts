import { isRecord, type Json } from '../json.ts'
import type { PaidOrder, Receipt } from './receipt.ts'

/** What a request of several modules was to make and did not (§4.11), in the shape of the fields that order it. */
export interface MissingModules {
  modules: Json[]
  customModules?: Json[]
}

const ownModules = (order: PaidOrder): Json[] =>
  Array.isArray(order.fields.customModules) ? order.fields.customModules : []

/** How many pictures the order itself names (A20: its modules always go with it); null where it names none. */
export function orderedCount(order: PaidOrder): number | null {
  const { modules } = order.fields
  return order.kind === 'skill' && Array.isArray(modules) ? modules.length + ownModules(order).length : null
}

/**
 * The modules of an ended request that have no picture; null where it is no such request, or where the service's answer
 * does not say which is which: then nothing may be ordered in their name.
 */
export function missingModules({ order, jobs, phase }: Receipt): MissingModules | null {
  if (phase !== 'partial' || order.kind !== 'skill' || !Array.isArray(order.fields.modules)) return null
  if (jobs.some(({ module, status }) => module === null || (status !== 'completed' && status !== 'failed'))) return null
  const made = jobs.filter(({ status }) => status === 'completed').map(({ module }) => module)
  const isMissing = (name: Json | undefined): boolean => {
    const at = made.indexOf(typeof name === 'string' ? name.trim() : null)
    if (at < 0) return true
    // A module of one's own may carry the name of a listed one: each picture stands for one of them.
    made.splice(at, 1)
    return false
  }
  const own = ownModules(order)
  const modules = order.fields.modules.filter((name) => isMissing(name))
  const customModules = own.filter((entry) => isMissing(isRecord(entry) ? entry.name : undefined))
  // A picture that belongs to none of them: the names cannot be trusted.
  if (made.length > 0 || modules.length + customModules.length === 0) return null
  return own.length > 0 ? { modules, customModules } : { modules }
}
