import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { Door } from '../proof/support/door.ts'
import { Remote, temporaryFolder } from '../proof/support/remote.ts'

export interface DoorAtService {
  door: Door
  remote: Remote
  close(): Promise<void>
}

/** Main's door with a home of its own below a folder, at a service that it has a key for. @param folder of `temporaryFolder` */
export async function doorAtService(folder = temporaryFolder()): Promise<DoorAtService> {
  const remote = await Remote.open()
  vi.stubEnv('PRINTROOM_HOME', join(folder, 'home'))
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nonexistent')
  const door = new Door()
  await door.get('app.useService', { address: remote.url })
  await door.get('key.set', { key: remote.key })
  const close = async (): Promise<void> => {
    await door.close()
    await remote.close()
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return { door, remote, close }
}
