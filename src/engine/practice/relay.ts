import type { MessagePort } from 'node:worker_threads'
import { z } from 'zod'
import { announcement, type PracticeAnnouncement, type PracticeStart } from './start.ts'

/**
 * Electron starts utility processes from main only, and the engine lives in a thread of it: its wish for practice and
 * what became of it cross over a port between the two, as with the image workers (images/relay.ts).
 */

const wish = z.object({ home: z.string(), timeScale: z.number() })
const answer = z.union([z.object({ announcement }), z.object({ problem: z.string() })])
type Answer = z.infer<typeof answer>

/** Main's end. What it starts ends by itself when nobody holds it any more, or with the app. */
export function servePractice(
  port: MessagePort,
  start: (options: PracticeStart) => Promise<PracticeAnnouncement>,
): void {
  port.on('message', async (received: unknown) => {
    const told: Answer = await start(wish.parse(received)).then(
      (announcement) => ({ announcement }),
      (error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }),
    )
    port.postMessage(told)
  })
}

/** The engine's end. One start at a time, as its host does it. */
export function relayedPractice(port: MessagePort): (options: PracticeStart) => Promise<PracticeAnnouncement> {
  return (options) =>
    new Promise((resolve, reject) => {
      port.once('message', (received: unknown) => {
        const told = answer.parse(received)
        if ('announcement' in told) resolve(told.announcement)
        else reject(new Error(told.problem))
      })
      port.postMessage(options)
    })
}
