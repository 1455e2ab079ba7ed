// How well the tests of the money core notice faults: `node scripts/mutation.mjs [glob…]`. Without a glob the branches
// that they take are measured first. Fails below 100 % of the branches or 95 % of the mutants, or when there were none.
import { main } from './lib/main.mjs'
import { measureBranches, runMutants } from './lib/mutation.mjs'

await main(async () => {
  const files = process.argv.slice(2)
  const isWhole = files.length === 0
  let isEnough = true
  if (isWhole) {
    const { branches, taken, untaken } = await measureBranches()
    console.log(`${taken} of ${branches} branches taken`)
    for (const file of untaken) console.log(`  ${file}`)
    isEnough = branches > 0 && taken === branches
  }
  const { mutants, killed, score, seconds, survivors } = await runMutants({ files })
  console.log(
    `${mutants} mutants, ${killed} killed (${score.toFixed(1)} %), ${survivors.length} survived, ${seconds} s`,
  )
  for (const survivor of survivors) console.log(`  ${survivor}`)
  return isEnough && score >= 95 ? 0 : 1
})
