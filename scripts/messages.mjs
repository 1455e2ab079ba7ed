// Every text of the window is looked up in one catalogue: finds those that are not, and compares the catalogue's file
// with the sources. `--write` brings the file up to date. Fails when it has looked at no file.
import { readFileSync, writeFileSync } from 'node:fs'
import { catalogueOf, readMessages } from './lib/messages.mjs'
import { inRoot } from './lib/paths.mjs'

const file = 'src/renderer/messages/en.json'
const { sources, texts, problems } = readMessages(inRoot('src', 'renderer'))
const catalogue = catalogueOf(texts)
const kept = read()
if (process.argv.includes('--write')) writeFileSync(inRoot(file), catalogue)
else if (kept !== catalogue) problems.push(`${file} is not what the sources say: node scripts/messages.mjs --write`)
for (const problem of problems) console.log(problem)
console.log(`${sources} sources looked at, ${texts.length} texts, ${problems.length} problems`)
process.exitCode = sources === 0 || texts.length === 0 || problems.length > 0 ? 1 : 0

function read() {
  try {
    return readFileSync(inRoot(file), 'utf8')
  } catch {
    return undefined
  }
}
