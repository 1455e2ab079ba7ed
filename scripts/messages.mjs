// Every text of the window is asked for by `t`: finds those that are not, and those whose values do not fit. Fails when
// it has looked at no file.
import { readMessages } from './lib/messages.mjs'
import { inRoot } from './lib/paths.mjs'

const { sources, texts, problems } = readMessages(inRoot('src', 'renderer'))
for (const problem of problems) console.log(problem)
console.log(`${sources} sources looked at, ${texts.length} texts, ${problems.length} problems`)
process.exitCode = sources === 0 || texts.length === 0 || problems.length > 0 ? 1 : 0
