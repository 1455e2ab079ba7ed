import { create } from 'zustand'
import type { ProjectsView } from '../../contract/projects.ts'
import { call, callMain } from '../bridge/bridge.ts'
import { useNotices } from '../bridge/notices-store.ts'
import { t } from '../format/messages.ts'
import { actOnMany } from './act-on-many.ts'

interface ProjectsState extends ProjectsView {
  read: () => Promise<void>
  /** New requests are filed under it from now on. */
  choose: (project: string | null) => Promise<void>
  file: (ids: readonly string[], project: string | null) => Promise<void>
}

/** What requests are filed under. Read anew whenever the list opens: the terminal files as well. */
export const useProjects = create<ProjectsState>((set, get) => ({
  current: null,
  projects: [],
  read: async () => {
    const answer = await call('projects.view', undefined)
    if (answer.ok) set(answer.value)
  },
  choose: async (project) => {
    // What is ordered in the next moment goes under it already.
    set({ current: project })
    const answer = await callMain('projects.choose', { project })
    if (answer) set(answer.value)
    else await get().read()
  },
  file: async (ids, project) => {
    const filed = await actOnMany(ids, (ids) => callMain('projects.file', { ids, project }))
    const count = filed.length
    if (count === 0) return
    const message =
      project === null
        ? t('{count, plural, one {# request} other {# requests}} removed from projects.', { count })
        : t('{count, plural, one {# request} other {# requests}} added to {project}.', {
            count,
            project: filed[0]?.project ?? project,
          })
    const { say, announce } = useNotices.getState()
    // One shows it where it was pressed; of several nobody sees each.
    if (ids.length === 1) announce(message)
    else say({ tone: 'plain', message })
    await get().read()
  },
}))
