import { readModels, readSkills } from '../../../../src/engine/catalogue/read-lists.ts'
import { fingerprintOf } from '../../../../src/engine/key/fingerprint.ts'
import { undici } from '../../../../src/engine/remote/undici.ts'
import { salt } from './app.ts'
import { memoryDatabase } from './database.ts'
import type { Catalogue } from './orders.ts'
import { Remote, serviceOrigin } from './remote.ts'
import { Time } from './time.ts'

/** What lives longer than a schedule, since making it takes longer than running one. */
export interface SharedWorld {
  remote: Remote
  database: ReturnType<typeof memoryDatabase>
  catalogue: Catalogue
  /** As the service answers them. */
  lists: Record<string, string>
  fingerprints: Map<string, string>
}

export async function prepareSharedWorld(): Promise<SharedWorld> {
  // To load a module takes the machine's own time, and in a schedule there is none of it.
  await undici()
  const remote = new Remote()
  remote.begin(new Time())
  const read = async (path: string) => {
    const { body } = await remote.answer('GET', new URL(serviceOrigin + path), {}, null)
    return body.toString('utf8')
  }
  const lists = { models: await read('/api/models'), skills: await read('/api/skills') }
  const models = readModels(JSON.parse(lists.models))
  const skills = readSkills(JSON.parse(lists.skills))
  if (models === null || skills === null) throw new Error('the lists of practice cannot be read')
  const fingerprints = new Map(remote.keys.map((key) => [key, fingerprintOf(key, salt)]))
  return { remote, database: memoryDatabase(), catalogue: { models, skills }, lists, fingerprints }
}
