import { alternatives } from './alternatives.ts'
import { parseCsv } from './csv.ts'

/** One prompt of many, with the choices that its row names. */
export interface ManyPrompt {
  prompt: string
  aspectRatio?: string
  resolution?: string
  quality?: string
  tier?: string
  duration?: number
}

export interface ManyPrompts {
  /** Each once, in order; empty where there are too many. */
  prompts: ManyPrompt[]
  /** How many there would be, the same ones counted each time; Infinity beyond exact numbers. */
  count: number
  /** Prompts left out because an earlier one is the very same. */
  repeated: number
  /** Sentences about what cannot be read; with any of these nothing is ordered. */
  problems: string[]
  /** Sentences worth knowing. */
  notes: string[]
}

const nothing: ManyPrompts = { prompts: [], count: 0, repeated: 0, problems: [], notes: [] }

/** One prompt a line, each with its alternatives. Empty lines are passed over. */
export function fromLines(text: string, most: number): ManyPrompts {
  const rows = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((prompt) => ({ prompt }))
  return expanded(rows, most)
}

/** Column names, as people write them, and the field each fills. */
const columns = new Map<string, Exclude<keyof ManyPrompt, 'prompt'>>([
  ['ratio', 'aspectRatio'],
  ['aspect ratio', 'aspectRatio'],
  ['aspectratio', 'aspectRatio'],
  ['resolution', 'resolution'],
  ['quality', 'quality'],
  ['tier', 'tier'],
  ['duration', 'duration'],
  ['seconds', 'duration'],
  ['length', 'duration'],
])

/**
 * A table with a column `prompt`, or a single column without a head. Columns that are choices (ratio, resolution,
 * quality, tier, duration) hold for their row; any other one fills `{its name}` in the prompt.
 */
export function fromCsv(text: string, most: number): ManyPrompts {
  const [head = [], ...body] = parseCsv(text)
  const names = head.map((name) => name.toLowerCase())
  const promptAt = names.indexOf('prompt')
  if (promptAt < 0) {
    if (head.length > 1)
      return { ...nothing, problems: ['The first line names no column “prompt”. Name the one that holds the prompts.'] }
    return expanded(
      [head, ...body].map(([prompt = '']) => ({ prompt })).filter(({ prompt }) => prompt !== ''),
      most,
    )
  }
  const problems: string[] = []
  const used = new Set<number>([promptAt])
  const rows = body.flatMap((cells, index): ManyPrompt[] => {
    const prompt = filled(cells[promptAt] ?? '', names, cells, used)
    if (prompt === '') return []
    const row: ManyPrompt = { prompt }
    for (const [at, name] of names.entries()) {
      const field = at === promptAt ? undefined : columns.get(name)
      const value = cells[at] ?? ''
      if (field === undefined) continue
      used.add(at)
      if (value === '') continue
      if (field !== 'duration') row[field] = value
      else if (Number.isFinite(Number(value))) row.duration = Number(value)
      else problems.push(`Line ${index + 2}: the duration “${value.slice(0, 40)}” is no number of seconds.`)
    }
    return [row]
  })
  const unused = head.filter((_, at) => !used.has(at)).map((name) => (name === '' ? '(no name)' : name))
  const result = expanded(rows, most)
  return {
    ...result,
    problems: [...problems.slice(0, 5), ...result.problems],
    notes: [
      ...(unused.length === 0
        ? []
        : [`Not used: ${unused.join(', ')}. A column is used as {its name} in a prompt, or as a choice by its name.`]),
      ...result.notes,
    ],
  }
}

/** `{name}` becomes the cell of the column of that name; what it brings is no pattern of its own. */
function filled(prompt: string, names: readonly string[], cells: readonly string[], used: Set<number>): string {
  return prompt.replace(/\{([^{}|\\]+)\}/g, (whole, name: string) => {
    const at = names.indexOf(name.trim().toLowerCase())
    if (at < 0) return whole
    used.add(at)
    return (cells[at] ?? '').replace(/[{}|\\]/g, '\\$&')
  })
}

/** Alternatives opened out up to `most` prompts; beyond that nothing, and the count says why. */
function expanded(rows: readonly ManyPrompt[], most: number): ManyPrompts {
  const opened = rows.map((row) => ({ row, ...alternatives(row.prompt) }))
  const count = opened.reduce((sum, each) => sum + each.count, 0)
  if (count > most) return { ...nothing, count, problems: [tooMany(count, most)] }
  const seen = new Set<string>()
  const prompts: ManyPrompt[] = []
  for (const { row, count: ways, at } of opened)
    for (let index = 0; index < ways; index += 1) {
      const one = { ...row, prompt: at(index).trim() }
      const key = JSON.stringify(Object.entries(one).sort())
      if (one.prompt === '' || seen.has(key)) continue
      seen.add(key)
      prompts.push(one)
    }
  return { ...nothing, prompts, count, repeated: count - prompts.length }
}

function tooMany(count: number, most: number): string {
  const these = Number.isFinite(count)
    ? `These are ${count.toLocaleString('en')} prompts`
    : 'These are more prompts than can be counted'
  return `${these}, and one order takes ${most} at most. Take lines or alternatives out, or order in parts.`
}
