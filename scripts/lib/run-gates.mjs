import { say } from './say.mjs'

/**
 * Runs every gate, whatever the one before said, and closes with the line `N passed, N failed[, N skipped]`.
 * @param {import('./gates.mjs').Gate[]} gates
 * @returns {Promise<number>} the exit status
 */
export async function runGates(gates) {
  const stages = []
  for (const gate of gates) {
    say(`\n── ${gate.name}`)
    const began = performance.now()
    const count = await gate.run()
    stages.push({ name: gate.name, seconds: (performance.now() - began) / 1000, ...count })
  }
  const sum = (key) => stages.reduce((total, stage) => total + stage[key], 0)
  const skipped = stages.flatMap((stage) => stage.skipped)

  console.log('')
  for (const { name, seconds, passed, failed } of stages) {
    const outcome = failed > 0 ? `${failed} failed` : `${passed} passed`
    console.log(`${name.padEnd(16)} ${outcome.padStart(12)} ${seconds.toFixed(1).padStart(8)} s`)
  }
  for (const test of skipped) console.log(`skipped: ${test}`)
  for (const failure of stages.flatMap((stage) => stage.failures)) console.log(`\nfailed: ${failure}`)
  console.log(
    `\n${sum('passed')} passed, ${sum('failed')} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`,
  )
  return sum('failed') > 0 ? 1 : 0
}
