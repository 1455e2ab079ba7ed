import type { ProjectsView } from '../../contract/projects.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import type { Engine } from '../engine.ts'
import { NotNowError } from '../platform/call-error.ts'
import { iso } from '../views/request-view.ts'
import type { EngineCalls } from './engine-calls.ts'

/**
 * Files requests under a project, or with null under none, and tells whoever listens.
 * @returns the numbers of those that there are
 */
function fileUnder(engine: Engine, ids: readonly string[], project: string | null): string[] {
  const filed = engine.store.projects.file(ids, project, (engine.options.now ?? Date.now)())
  for (const id of filed) engine.tell(id)
  return filed
}

/** The project of the order that these were made in place of; null where they were not, or it has none. */
export function inheritedProject({ store }: Engine, [first]: readonly Receipt[]): string | null {
  return first === undefined || first.replaces === null ? null : store.projects.of(first.replaces)
}

/** Of orders that were just taken. They stand whatever happens here: nothing of this may say that they were not. */
export function fileOrdered(engine: Engine, receipts: readonly Receipt[], project: string | null): void {
  if (project === null) return
  try {
    fileUnder(
      engine,
      receipts.map(({ id }) => id),
      project,
    )
  } catch {
    // They are under no project, and can be filed by hand.
  }
}

/** What the window may ask of projects, one function a call. */
export function projectCalls(engine: Engine): Pick<EngineCalls, 'projects.view' | 'projects.choose' | 'projects.file'> {
  const { projects, receipts } = engine.store
  const view = (): ProjectsView => ({
    current: projects.current,
    projects: projects.list().map(({ name, requests, usedMs }) => ({
      name,
      requests,
      usedAt: usedMs === null ? null : iso(usedMs),
    })),
  })
  const writable = (): void => {
    if (engine.store.readOnly) throw new NotNowError('This library can only be looked at now. Nothing was changed.')
  }
  return {
    'projects.view': async () => view(),
    'projects.choose': async ({ project }) => {
      writable()
      projects.choose(project)
      return view()
    },
    'projects.file': async ({ ids, project }) => {
      writable()
      return fileUnder(engine, ids, project).flatMap((id) => {
        const receipt = receipts.get(id)
        return receipt ? [engine.viewOf(receipt)] : []
      })
    },
  }
}
