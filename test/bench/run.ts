import { availableParallelism, cpus, totalmem } from 'node:os'
import { cutouts } from './cutouts.ts'
import { downloads } from './downloads.ts'
import { droppedFiles } from './dropped-files.ts'
import { droppedRows } from './dropped-rows.ts'
import { durableStep } from './durable-step.ts'
import { finishedRequests } from './finished-requests.ts'
import { library } from './library.ts'
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
 * `npm run bench [-- NAME…]`: one table with every ratio beside its goal; `pictures` is a name for all of theirs. Prints
 * what could not be measured, and why.
 */
const wanted = process.argv.slice(2)
const isWanted = ({ name, group }: Bench) => wanted.includes(name) || (group !== undefined && wanted.includes(group))
const chosen = benches.filter((bench) => wanted.length === 0 || isWanted(bench))
if (chosen.length === 0) {
  console.error(`There is no such benchmark. There are ${benches.map(({ name }) => name).join(', ')}, and pictures.`)
  process.exit(2)
}
const cores = `${availableParallelism()} × ${cpus()[0]?.model ?? 'an unknown processor'}`
console.log(
  `${cores}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}, Node ${process.version}`,
)
console.log('\n| Work | Beside, in the same run | Ratio | Goal | |\n|---|---|---|---|---|')
for (const bench of chosen) {
  const missing = (await bench.missing?.()) ?? null
  if (missing !== null) console.log(`| ${bench.name} | – | not measured: ${missing} | | |`)
  else for (const one of await bench.run()) console.log(lineOf(one))
}
// Workers of some benchmarks may still be ending.
process.exit(0)

function lineOf(one: Measured): string {
  const { work, beside, ratio, goal, detail } = one
  const bound = goal === null ? '–' : 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`
  const verdict = goal === null ? 'printed' : isMet(one) ? 'met' : '**missed**'
  return `| ${work} | ${beside} | ${ratio.toFixed(2)} | ${bound} | ${verdict}: ${detail} |`
}
