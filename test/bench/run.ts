import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { cutouts } from './cutouts.ts'
import { downloads } from './downloads.ts'
import { droppedFiles } from './dropped-files.ts'
import { droppedRows } from './dropped-rows.ts'
import { durableStep } from './durable-step.ts'
import { finishedRequests } from './finished-requests.ts'
import { library } from './library.ts'
import { openLooks } from './open-looks.ts'
import { openReceipts } from './open-receipts.ts'
import { otherTools } from './other-tools.ts'
import { pictureMemory } from './picture-memory.ts'
import { references } from './references.ts'
import { type Bench, isMet, type Measured } from './support/measure.ts'
import { thumbnails } from './thumbnails.ts'
import { upscaleSources } from './upscale-sources.ts'
import { wideGamut } from './wide-gamut.ts'

const benches: Bench[] = [
  durableStep,
  downloads,
  openReceipts,
  openLooks,
  library,
  droppedRows,
  cutouts,
  finishedRequests,
  references,
  wideGamut,
  upscaleSources,
  pictureMemory,
  thumbnails,
  droppedFiles,
  otherTools,
]

/**
 * `npm run bench [-- NAME…] [--write FILE]`: one table with every ratio beside its goal; `pictures` is a name for all of
 * theirs. Prints what could not be measured, and why. The page is written anew after each of them.
 */
const { values, positionals: wanted } = parseArgs({ allowPositionals: true, options: { write: { type: 'string' } } })
const isWanted = ({ name, group }: Bench) => wanted.includes(name) || (group !== undefined && wanted.includes(group))
const chosen = benches.filter((bench) => wanted.length === 0 || isWanted(bench))
if (chosen.length === 0) {
  console.error(`There is no such benchmark. There are ${benches.map(({ name }) => name).join(', ')}, and pictures.`)
  process.exit(2)
}
const cores = `${availableParallelism()} × ${cpus()[0]?.model ?? 'an unknown processor'}`
const machine = `${cores}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}, Node ${process.version}`
const table = ['| Work | Beside, in the same run | Ratio | Goal | |', '|---|---|---|---|---|']
console.log(`${machine}\n\n${table.join('\n')}`)
const measured = new Set<Bench>()
for (const bench of chosen) {
  const lines = await linesOf(bench)
  console.log(lines.join('\n'))
  table.push(...lines)
  measured.add(bench)
  if (values.write === undefined) continue
  const left = benches
    .filter((one) => !measured.has(one))
    .map(({ name }) => `| ${name} | – | not measured in this run | | |`)
  writeFileSync(values.write, pageOf([...table, ...left]))
}
// Workers of some benchmarks may still be ending.
process.exit(0)

/** One that breaks does not take the others with it. */
async function linesOf(bench: Bench): Promise<string[]> {
  const missing = (await bench.missing?.()) ?? null
  if (missing !== null) return [`| ${bench.name} | – | not measured: ${missing} | | |`]
  try {
    return (await bench.run()).map(lineOf)
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    return [`| ${bench.name} | – | **broke**: ${why.replaceAll('|', '/')} | | |`]
  }
}

function pageOf(lines: string[]): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  return `# Benchmarks
One honest run of \`npm run bench -- --write docs/bench.md\`: ratios of two things measured side by side in the same run, each
beside the goal that was set for it. A missed goal stands here as missed. Times are this machine's and this hour's; the
ratios are what counts.

Run on ${new Date().toISOString().slice(0, 10)} at commit ${commit}, on ${machine}.

${lines.join('\n')}
`
}

function lineOf(one: Measured): string {
  const { work, beside, ratio, goal, detail } = one
  const bound = goal === null ? '–' : 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`
  const verdict = goal === null ? 'printed' : isMet(one) ? 'met' : '**missed**'
  return `| ${work} | ${beside} | ${ratio.toFixed(2)} | ${bound} | ${verdict}: ${detail} |`
}
