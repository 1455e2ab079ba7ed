// A process that imports a home into a studio and is killed where it is told to: `KILL_AT`, a step of the import or a point of the
// disk with its side. Without it, it ends by itself and says what it brought and which points it came by.
import { writeSync } from 'node:fs'
import { watchPoints } from '../../../src/engine/platform/failpoints.ts'
import { Database } from '../../../src/engine/studio/database.ts'
import { importHome } from '../../../src/engine/studio/import-home.ts'
import { MarkedFiles } from '../../../src/engine/studio/marked-files.ts'
import { readStudio } from '../../../src/engine/studio/migrate.ts'
import { openFileStore } from '../../../src/engine/studio/open-file-store.ts'
import { personNamed } from '../../../src/engine/studio/people.ts'
import { openEngine } from '../open-engine.ts'

const [home = '', address = '', name = '', key = ''] = process.argv.slice(2)
const killAt = process.env.KILL_AT
const came = new Set<string>()
const pass = (place: string): void => {
  came.add(place)
  if (place === killAt) process.kill(process.pid, 'SIGKILL')
}

const database = Database.open(address)
const studio = await readStudio(database)
const person = await personNamed(database, name)
if (person === null) throw new Error(`nobody is named ${name}`)
const engine = await openEngine(home, { url: studio.service, key }, { timeScale: 10 })
await engine.key.load()
watchPoints((point, side) => pass(`${side} ${point}`))
const imported = await importHome(
  { database, files: MarkedFiles.of(openFileStore(studio.files), studio.id), studio },
  engine,
  person,
  {
    onStep: pass,
  },
)
watchPoints(null)
await engine.close()
await database.close()
writeSync(1, JSON.stringify({ ...imported, points: [...came] }))
