import { readFile } from 'node:fs/promises'
import { app } from 'electron'
import type { About } from '../contract/about.ts'
import { licencesIn } from './licences.ts'
import { licencesFile } from './paths.ts'

export async function aboutThisApp(): Promise<About> {
  const { electron = '', chrome = '', node = '' } = process.versions
  // A build of development has no such list.
  const licences = await readFile(licencesFile, 'utf8').catch(() => '')
  return {
    name: app.name,
    version: app.getVersion(),
    runtimes: [
      { name: 'Electron', version: electron },
      { name: 'Chromium', version: chrome },
      { name: 'Node.js', version: node },
    ],
    licences: licencesIn(licences),
  }
}
