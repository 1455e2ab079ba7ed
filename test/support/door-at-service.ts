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

/** Main's door with this home and no keychain, at a service that it has the key for. Whoever opens it closes it. */
export async function doorAt(home: string, { address, key }: { address: string; key: string }): Promise<Door> {
  vi.stubEnv('PRINTROOM_HOME', home)
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nonexistent')
  const door = new Door()
  await door.get('app.useService', { address })
  await door.get('key.set', { key })
  return door
}

/** Main's door with a home of its own below a folder, at a service that it has a key for. @param folder of `temporaryFolder` */
export async function doorAtService(folder = temporaryFolder()): Promise<DoorAtService> {
  const remote = await Remote.open()
  const door = await doorAt(join(folder, 'home'), { address: remote.url, key: remote.key })
  const close = async (): Promise<void> => {
    await door.close()
    await remote.close()
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return { door, remote, close }
}
