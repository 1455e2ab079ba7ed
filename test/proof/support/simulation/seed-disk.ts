import { cachePath, libraryPath } from './app.ts'
import type { Disk } from './disk.ts'
import { simulatedRoot } from './fake-fs.ts'
import { Home } from './home.ts'
import { pictures } from './orders.ts'

/** The folders of a home, and files to order from, all on the disk for sure. */
export function seedDisk(disk: Disk): void {
  for (const folder of [new Home().bodies, libraryPath, `${cachePath}/thumbnails`, `${simulatedRoot}/pictures`])
    disk.makeFolder(folder)
  for (const [path, content] of Object.entries(pictures)) {
    const file = disk.open(path, 'w')
    disk.write(file, Buffer.from(content), 0)
    disk.sync(file)
    disk.close(file)
  }
  const folder = disk.open(`${simulatedRoot}/pictures`, 'r')
  disk.sync(folder)
  disk.close(folder)
}
