import { type Bench, type Effort, type Measured, noiseOf, verdictOf } from './measure.ts'

export const headOfTable = [
  '| Work | Beside, in the same run | Ratio | Noise | Goal | |',
  '|---|---|---|---|---|---|',
] as const

/** The lines of one. One that breaks does not take the others with it. */
export async function linesOf(bench: Bench, effort: Effort): Promise<string[]> {
  const missing = (await bench.missing?.()) ?? null
  if (missing !== null) return [notMeasured(bench, missing)]
  try {
    return (await bench.run(effort)).map(lineOf)
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    return [`| ${bench.name} | – | **broke**: ${why.replaceAll('|', '/')} | | | |`]
  }
}

export const notMeasured = ({ name }: Bench, why: string): string => `| ${name} | – | not measured: ${why} | | | |`

export function lineOf(one: Measured): string {
  const { work, beside, ratio, rounds, goal, detail } = one
  const bound = goal === null ? '–' : 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`
  const noise = noiseOf(one)
  const apart = rounds === 'counted' ? 'counted' : noise === null ? 'one round' : noise.toFixed(2)
  const verdict = verdictOf(one)
  const word = verdict === 'met' || verdict === 'printed' ? verdict : `**${verdict}**`
  return `| ${work} | ${beside} | ${ratio.toFixed(2)} | ${apart} | ${bound} | ${word}: ${detail} |`
}
