import { isAddress } from '../../domain/form/address.ts'
import { isRecord, type Json } from '../../domain/json.ts'
import type { HandleKind, Handles } from './handles.ts'

/**
 * A form as it is written down: what its handles stand for beside it, so that they do in the next run too. Only main says
 * what they stand for, whatever stands in the form.
 */
export const toKeep = (value: Json, handles: Handles): Json => ({
  value,
  files: handles.within(JSON.stringify(value)),
})

/** The form that was written down. */
export function fromKept(kept: Json | null, handles: Handles): Json | null {
  if (!isRecord(kept) || !isRecord(kept.files) || kept.value === undefined || Object.keys(kept).length !== 2)
    return withoutPaths(kept, handles)
  for (const [handle, path] of Object.entries(kept.files)) if (typeof path === 'string') handles.readmit(handle, path)
  return kept.value
}

/** Members of forms that named files or folders by their paths, before there were handles. */
const named: Readonly<Record<string, HandleKind>> = {
  references: 'file',
  files: 'file',
  pictures: 'file',
  reencode: 'file',
  folder: 'folder',
}

/** What the service's forms call their own fields. */
const foreign: ReadonlySet<string> = new Set(['values', 'seen'])

/** A form that an earlier version wrote. No page can write one like it: what is written now is all of the new kind. */
function withoutPaths(kept: Json | null, handles: Handles, kind?: HandleKind): Json | null {
  if (typeof kept === 'string') return kind === undefined || isAddress(kept) ? kept : handleOf(kind, kept, handles)
  if (Array.isArray(kept)) return kept.map((part) => withoutPaths(part, handles, kind))
  if (!isRecord(kept)) return kept
  return Object.fromEntries(
    Object.entries(kept).map(([name, part]) => [
      name,
      kind === undefined && foreign.has(name) ? part : withoutPaths(part, handles, kind ?? named[name]),
    ]),
  )
}

const handleOf = (kind: HandleKind, path: string, handles: Handles): Json =>
  kind === 'file' ? handles.of(kind, path) : { folder: handles.of(kind, path), path }
