import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Agent, stream } from 'undici'
import { z } from 'zod'
import { Downloader } from '../../src/engine/remote/download.ts'
import { temporaryFolder } from '../proof/support/remote.ts'
import { inLanes } from '../support/lanes.ts'
import { type Bench, inTurns, median, ratiosOf, timedLater } from './support/measure.ts'

const atOnce = 8

/** Results on their way home: hashed, written and synced, beside a bare stream to disk that is synced too. */
export const downloads: Bench = {
  name: 'downloads',
  run: async (effort) => {
    const [files, rounds] = [effort(200, 60), effort(7, 3)]
    const folder = temporaryFolder()
    const child = fork(join(import.meta.dirname, 'support/media-main.ts'))
    const [message] = await once(child, 'message')
    const { url } = z.object({ url: z.string() }).parse(message)
    const downloader = new Downloader(async () => url)
    const agent = new Agent({ connections: atOnce })
    const bare = async (path: string): Promise<void> => {
      await stream(url, { method: 'GET', dispatcher: agent }, () => createWriteStream(path))
      const file = await open(path, 'r+')
      await file.sync()
      await file.close()
    }
    let places = 0
    const inPlace = (fetch: (path: string) => Promise<unknown>) => async (): Promise<number> => {
      const place = join(folder, String(places))
      places += 1
      mkdirSync(place)
      const ms = await timedLater(() => inLanes(atOnce, files, async (n) => void (await fetch(join(place, String(n))))))
      rmSync(place, { recursive: true })
      return ms
    }
    try {
      const { own, others } = await inTurns(rounds, {
        own: inPlace((path) => downloader.fetchTo(url, path)),
        others: inPlace(bare),
      })
      const speed = (ms: number[]) => ((files * 2) / median(ms)) * 1000
      return [
        {
          work: `${files} downloads of 2 MB, hashed and synced`,
          beside: 'a bare undici.stream, 8 at once, written and synced',
          ratio: speed(own) / speed(others),
          rounds: ratiosOf(others, own),
          goal: { atLeast: 0.9 },
          detail: `${speed(own).toFixed(0)} MB/s beside ${speed(others).toFixed(0)} MB/s, median of ${rounds}`,
        },
      ]
    } finally {
      child.disconnect()
      await Promise.all([downloader.close(), agent.close()])
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
