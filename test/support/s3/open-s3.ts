import { onTestFinished } from 'vitest'
import { takeS3Environment } from '../../../src/cli/s3-environment.ts'
import { directRoute } from '../../../src/engine/remote/network.ts'
import type { FileStore } from '../../../src/engine/studio/file-store.ts'
import { openFileStore } from '../../../src/engine/studio/open-file-store.ts'
import { S3Server } from './server.ts'

export async function newS3Server(): Promise<S3Server> {
  const server = await S3Server.open()
  onTestFinished(() => server.close().catch(() => undefined))
  return server
}

/** The store as another computer opens it. */
export function openS3(
  server: S3Server,
  address = `s3://${server.bucket}/studio`,
  changes: Record<string, string> = {},
): FileStore {
  const environment = takeS3Environment({ ...server.environment, ...changes })
  const store = openFileStore(address, { environment, route: () => directRoute, pauseMs: 5, idleMs: 300 })
  onTestFinished(() => store.close())
  return store
}

/** Their keys, without the studio's mark. */
export const filesIn = (server: S3Server): string[] =>
  [...server.objects.keys()].filter((key) => !key.endsWith('printroom-studio'))

export const anyOf = (keys: readonly string[]): RegExp => new RegExp(`^(${keys.join('|')})$`)
