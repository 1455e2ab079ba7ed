import type { ProjectsView } from '../../../contract/projects.ts'
import { readProject } from '../../../domain/ledger/project-name.ts'

/** A line of the list of projects. */
export type ProjectEntry =
  | { id: string; kind: 'none'; name: null }
  | { id: string; kind: 'known'; name: string; count: number }
  | { id: string; kind: 'new'; name: string }

/**
 * Those whose names hold all that is typed, as they come; then, where none is called just so, a new one of that name.
 * Without a word all of them, and before them the way out.
 */
export function projectEntries(projects: ProjectsView['projects'], typed: string): ProjectEntry[] {
  const wanted = readProject(typed)
  const words = folded(typed).split(/\s+/).filter(Boolean)
  const known = projects
    .filter(({ name }) => words.every((word) => folded(name).includes(word)))
    .map(({ name, requests }): ProjectEntry => ({ id: `known ${name}`, kind: 'known', name, count: requests }))
  if (words.length === 0) return [{ id: 'none', kind: 'none', name: null }, ...known]
  const isThere = wanted === null || projects.some(({ name }) => folded(name) === folded(wanted))
  return isThere ? known : [...known, { id: 'new', kind: 'new', name: wanted }]
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase()
