import { alternatives } from './alternatives.ts'
import { parseCsv, type Row } from './csv.ts'

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

/** UTF-16 units, as the contract counts them. */
export const longestPrompt = 20_000
const longestChoice = 40
/** More sentences than anybody reads. */
const mostProblems = 5

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

type ChoiceName = Exclude<keyof ManyPrompt, 'prompt'>

/** Column names, as people write them, and the field each fills. */
const columns = new Map<string, ChoiceName>([
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
 * quality, tier, duration) hold for their row; any other one fills `{its name}` in the prompt. A row with more cells than
 * the head is a problem: it is most likely a prompt with a comma, which would be paid for without its end.
 */
export function fromCsv(text: string, most: number): ManyPrompts {
  const [first = { line: 1, cells: [] }, ...body] = parseCsv(text)
  const head = first.cells.slice(0, first.cells.findLastIndex((name) => name !== '') + 1)
  const names = head.map((name) => name.toLowerCase())
  const promptAt = names.indexOf('prompt')
  if (promptAt < 0 && head.length > 1)
    return { ...nothing, problems: ['The first line names no column “prompt”. Name the one that holds the prompts.'] }
  const problems = body
    .filter(({ cells }) => cells.slice(head.length).some((cell) => cell !== ''))
    .map(
      ({ line }) =>
        `Line ${line} has more cells than the first line. Put a prompt with commas in it in quotation marks.`,
    )
  if (problems.length > 0) return { ...nothing, problems: problems.slice(0, mostProblems) }
  if (promptAt < 0)
    return expanded(
      [first, ...body].map(({ cells: [prompt = ''] }) => ({ prompt })).filter(({ prompt }) => prompt !== ''),
      most,
    )
  const used = new Set<number>([promptAt])
  const rows = body.flatMap(({ line, cells }: Row): ManyPrompt[] => {
    const prompt = filled(cells[promptAt] ?? '', names, cells, used)
    if (prompt === '') return []
    const row: ManyPrompt = { prompt }
    for (const [at, name] of names.entries()) {
      const field = at === promptAt ? undefined : columns.get(name)
      const value = cells[at] ?? ''
      if (field === undefined) continue
      used.add(at)
      if (value === '') continue
      const problem = choose(row, field, value)
      if (problem !== null) problems.push(`Line ${line}: ${problem}`)
    }
    return [row]
  })
  const unused = head.filter((_, at) => !used.has(at)).map((name) => (name === '' ? '(no name)' : name))
  const result = expanded(rows, most)
  return {
    ...result,
    problems: [...problems.slice(0, mostProblems), ...result.problems],
    notes: [
      ...(unused.length === 0
        ? []
        : [`Not used: ${unused.join(', ')}. A column is used as {its name} in a prompt, or as a choice by its name.`]),
      ...result.notes,
    ],
  }
}

const choiceNames: Readonly<Record<Exclude<ChoiceName, 'duration'>, string>> = {
  aspectRatio: 'ratio',
  resolution: 'resolution',
  quality: 'quality',
  tier: 'tier',
}

/** Whether the model has it is checked with the price. @returns what cannot be a choice at all, in words */
function choose(row: ManyPrompt, field: ChoiceName, value: string): string | null {
  const said = value.length > longestChoice ? `${value.slice(0, longestChoice)}…` : value
  if (field === 'duration') {
    if (!Number.isFinite(Number(value))) return `the duration “${said}” is no number of seconds.`
    row.duration = Number(value)
    return null
  }
  if (value.length > longestChoice) return `the ${choiceNames[field]} “${said}” is no ${choiceNames[field]}.`
  row[field] = value
  return null
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
  const problems = prompts.flatMap(({ prompt }, index) =>
    prompt.length > longestPrompt ? [`Prompt ${index + 1} has ${tooLong(prompt)}`] : [],
  )
  return { ...nothing, prompts, count, repeated: count - prompts.length, problems: problems.slice(0, mostProblems) }
}

const tooLong = (prompt: string): string =>
  `${prompt.length.toLocaleString('en')} characters; ${longestPrompt.toLocaleString('en')} are the most. Shorten it.`

function tooMany(count: number, most: number): string {
  const these = Number.isFinite(count)
    ? `These are ${count.toLocaleString('en')} prompts`
    : 'These are more prompts than can be counted'
  return `${these}, and one order takes ${most} at most. Take lines or alternatives out, or order in parts.`
}
