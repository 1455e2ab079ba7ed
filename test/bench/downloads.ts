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
import { type Bench, median, timedLater } from './support/measure.ts'

const [files, atOnce, rounds] = [200, 8, 3]

/** Results on their way home: hashed, written and synced, beside a bare stream to disk that is synced too. */
export const downloads: Bench = {
  name: 'downloads',
  run: async () => {
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
    const [ours, others]: [number[], number[]] = [[], []]
    try {
      for (let round = 0; round < rounds; round += 1) {
        const place = join(folder, String(round))
        mkdirSync(place)
        const own = () =>
          inLanes(atOnce, files, async (n) => void (await downloader.fetchTo(url, join(place, `a${n}`))))
        const other = () => inLanes(atOnce, files, (n) => bare(join(place, `b${n}`)))
        // Turn about, so that neither always finds the warm disk.
        for (const who of round % 2 === 0 ? [own, other] : [other, own])
          (who === own ? ours : others).push(await timedLater(who))
        rmSync(place, { recursive: true })
      }
    } finally {
      child.disconnect()
      await Promise.all([downloader.close(), agent.close()])
      rmSync(folder, { recursive: true, force: true })
    }
    const speed = (ms: number[]) => ((files * 2) / median(ms)) * 1000
    return [
      {
        work: '200 downloads of 2 MB, hashed and synced',
        beside: 'a bare undici.stream, 8 at once, written and synced',
        ratio: speed(ours) / speed(others),
        goal: { atLeast: 0.9 },
        detail: `${speed(ours).toFixed(0)} MB/s beside ${speed(others).toFixed(0)} MB/s, median of ${rounds}`,
      },
    ]
  },
}
