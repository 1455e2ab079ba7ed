import { createImages } from '../../../../src/engine/images/client.ts'
import { forkImageWorker } from '../../../../src/engine/images/spawn.ts'

/**
 * Stands for a main process into which the system's GLib is loaded, as it is into Electron's on Linux:
 * `preloaded-main.ts worker|here <worker entry> <output folder> <picture>`. Its worker's stderr goes to its own.
 */
const [mode, entry = '', outputFolder = '', picture = ''] = process.argv.slice(2)
if (mode === 'worker') {
  const onStderr = (chunk: Buffer) => void process.stderr.write(chunk)
  const images = createImages({ spawn: forkImageWorker({ nodePath: process.execPath, entry, onStderr }), outputFolder })
  const { format, width } = await images.examine(picture)
  process.stdout.write(`${format} ${width}`)
  await images.close()
} else {
  const { default: sharp } = await import('sharp')
  const { format, width } = await sharp(picture).metadata()
  process.stdout.write(`${format} ${width}`)
}
