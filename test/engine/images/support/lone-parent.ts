import { createImages } from '../../../../src/engine/images/client.ts'
import { forkImageWorker } from '../../../../src/engine/images/spawn.ts'

/** A parent with one worker, to be killed: `lone-parent.ts <worker entry> <output folder> <file>`. */
const [entry = '', outputFolder = '', file = ''] = process.argv.slice(2)
const images = createImages({ spawn: forkImageWorker({ nodePath: process.execPath, entry }), outputFolder, workers: 1 })
await images.inspect(file)
