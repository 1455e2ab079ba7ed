// Who may import whom, and a few rules for the whole repository. Fails when it has looked at no file.
import { checkBorders } from './lib/borders.mjs'
import { root } from './lib/paths.mjs'

const { sources, problems, warnings } = checkBorders(root)
for (const warning of warnings) console.log(`warning: ${warning}`)
for (const problem of problems) console.log(problem)
console.log(`${sources} sources looked at, ${problems.length} problems`)
process.exitCode = sources === 0 || problems.length > 0 ? 1 : 0
