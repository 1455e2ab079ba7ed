import type { z } from 'zod'
import { fileHandle, fileOrAddress, folderHandle } from '../../contract/handles.ts'
import { isAddress } from '../../domain/form/address.ts'
import type { HandleKind, Handles } from './handles.ts'

/** What of zod's schemas is read here. */
interface Definition {
  type: string
  shape?: Record<string, z.ZodType>
  innerType?: z.ZodType
  element?: z.ZodType
  options?: readonly z.ZodType[]
  valueType?: z.ZodType
  values?: readonly unknown[]
}

type Swap = (kind: HandleKind, text: string) => string

const definitionOf = (schema: z.ZodType): Definition => schema._zod.def as unknown as Definition

const kinds = new Map<z.ZodType, HandleKind>([
  [fileHandle, 'file'],
  [fileOrAddress, 'file'],
  [folderHandle, 'folder'],
])

const known = new WeakMap<z.ZodType, boolean>()

/** Whether anything of this form names a file or a folder; what does not is passed on as it is. */
function namesFiles(schema: z.ZodType): boolean {
  const before = known.get(schema)
  if (before !== undefined) return before
  const is = kinds.has(schema) || partsOf(definitionOf(schema)).some(namesFiles)
  known.set(schema, is)
  return is
}

const members = new WeakMap<z.ZodType, [string, z.ZodType][]>()

/** Of a list of thousands each is asked. */
function membersThatName(schema: z.ZodType): [string, z.ZodType][] {
  const before = members.get(schema)
  if (before !== undefined) return before
  const found = Object.entries(definitionOf(schema).shape ?? {}).filter(([, part]) => namesFiles(part))
  members.set(schema, found)
  return found
}

const partsOf = ({ shape, innerType, element, options, valueType }: Definition): z.ZodType[] =>
  [...Object.values(shape ?? {}), innerType, element, ...(options ?? []), valueType].filter(
    (part) => part !== undefined,
  )

/** The value with another name for each file and folder in it, wherever its form has one. */
function swapped(schema: z.ZodType, value: unknown, swap: Swap): unknown {
  if (value === null || value === undefined || !namesFiles(schema)) return value
  const kind = kinds.get(schema)
  if (kind !== undefined) {
    const text = String(value)
    return schema === fileOrAddress && isAddress(text) ? text : swap(kind, text)
  }
  const { innerType, element, options = [], valueType } = definitionOf(schema)
  if (innerType) return swapped(innerType, value, swap)
  if (element) return (value as unknown[]).map((part) => swapped(element, part, swap))
  const chosen = options.find((option) => isThisOne(option, value))
  if (chosen) return swapped(chosen, value, swap)
  if (valueType)
    return Object.fromEntries(
      Object.entries(value as object).map(([name, part]) => [name, swapped(valueType, part, swap)]),
    )
  const copy = { ...(value as Record<string, unknown>) }
  for (const [name, form] of membersThatName(schema))
    if (copy[name] !== undefined) copy[name] = swapped(form, copy[name], swap)
  return copy
}

/** Forms of which a value has one are told apart by a word in them. */
function isThisOne(option: z.ZodType, value: unknown): boolean {
  const words = Object.entries(definitionOf(option).shape ?? {}).flatMap(([name, part]) => {
    const { type, values = [] } = definitionOf(part)
    return type === 'literal' ? [{ name, values }] : []
  })
  return words.length > 0 && words.every(({ name, values }) => values.includes(Reflect.get(Object(value), name)))
}

/**
 * What the page asked for, with paths in the places of its handles.
 * @throws NotNowError where one stands for nothing
 */
export const withPaths = (schema: z.ZodType, value: unknown, handles: Handles): unknown =>
  swapped(schema, value, (kind, handle) => handles.pathOf(kind, handle))

/** What the page is told, with handles in the places of paths. */
export const withHandles = (schema: z.ZodType, value: unknown, handles: Handles): unknown =>
  swapped(schema, value, (kind, path) => handles.of(kind, path))
