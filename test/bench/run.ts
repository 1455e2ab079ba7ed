import { availableParallelism, cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { cutouts } from './cutouts.ts'
import { downloads } from './downloads.ts'
import { droppedFiles } from './dropped-files.ts'
import { droppedRows } from './dropped-rows.ts'
import { durableStep } from './durable-step.ts'
import { finishedRequests } from './finished-requests.ts'
import { growth } from './growth.ts'
import { library } from './library.ts'
import { openLooks } from './open-looks.ts'
import { openReceipts } from './open-receipts.ts'
import { otherTools } from './other-tools.ts'
import { pictureMemory } from './picture-memory.ts'
import { processAFile } from './process-a-file.ts'
import { references } from './references.ts'
import { studio } from './studio.ts'
import type { Bench, Effort } from './support/measure.ts'
import { type PagePart, pageOf, writePage } from './support/page.ts'
import { headOfTable, linesOf, notMeasured } from './support/table.ts'
import { thumbnails } from './thumbnails.ts'
import { upscaleSources } from './upscale-sources.ts'
import { wideGamut } from './wide-gamut.ts'

const benches: Bench[] = [
  durableStep,
  downloads,
  openReceipts,
  openLooks,
  studio,
  library,
  growth,
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
  processAFile,
]

/**
 * `npm run bench [-- NAME…] [--quick] [--write FILE]`: one table with every ratio, its noise and its goal; `pictures` is a
 * name for all of theirs. Prints what could not be measured, and why. The page is written anew after each of them.
 */
const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, write: { type: 'string' } },
})
const isWanted = ({ name, group }: Bench) => wanted.includes(name) || (group !== undefined && wanted.includes(group))
const chosen = benches.filter((bench) => wanted.length === 0 || isWanted(bench))
if (chosen.length === 0) {
  console.error(`There is no such benchmark. There are ${benches.map(({ name }) => name).join(', ')}, and pictures.`)
  process.exit(2)
}
const effort: Effort = (whole, quick) => (values.quick ? quick : whole)
/** What nobody waits for any more is said to be left out. */
const limitMinutes = effort(40, 5)
const cores = `${availableParallelism()} × ${cpus()[0]?.model ?? 'an unknown processor'}`
const machine = `${cores}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}, Node ${process.version}`
const table: string[] = [...headOfTable]
console.log(`${machine}\n\n${table.join('\n')}`)
const measured = new Set<Bench>()
const parts: PagePart[] = []
for (const bench of chosen) {
  const began = performance.now()
  const isLate = began > limitMinutes * 60_000
  const lines = isLate
    ? [notMeasured(bench, `the ${limitMinutes} minutes of a run were over`)]
    : await linesOf(bench, effort)
  console.log(lines.join('\n'))
  console.error(`${bench.name}: ${((performance.now() - began) / 1000).toFixed(0)} s`)
  table.push(...lines)
  measured.add(bench)
  const part = isLate ? undefined : bench.page?.()
  if (part !== undefined) parts.push(part)
  if (values.write === undefined) continue
  const left = benches.filter((one) => !measured.has(one)).map((one) => notMeasured(one, 'not asked for in this run'))
  writePage(values.write, pageOf([...table, ...left], machine, values.quick), parts)
}
// Workers of some benchmarks may still be ending.
process.exit(0)
