import { z } from 'zod'
import { projectName } from '../../domain/ledger/project.ts'
import { ledgerCut, ledgerPeriod, ledgerRow, ledgerView } from '../ledger.ts'
import { projectsView } from '../projects.ts'
import { requestView } from '../views.ts'
import { defineCall, ids, nothing } from './call.ts'

export const ledgerCallSchemas = {
  'projects.view': defineCall('engine', nothing, projectsView),
  /** New requests of the window are filed under it from now on; null: under none. */
  'projects.choose': defineCall('engine', z.object({ project: projectName.nullable() }), projectsView),
  /** Null takes them out of their project. Answers with those that there are. */
  'projects.file': defineCall('engine', z.object({ ids, project: projectName.nullable() }), z.array(requestView)),

  /** Sums of a period of this computer's days, and what is charged without a file. */
  'ledger.view': defineCall('engine', ledgerCut, ledgerView),
  'ledger.rows': defineCall('engine', ledgerPeriod, z.array(ledgerRow)),
  /** Asks where to, and writes the period's requests there as CSV; null when it was called off. */
  'ledger.export': defineCall('main', ledgerPeriod, z.object({ path: z.string() }).nullable()),
} as const
