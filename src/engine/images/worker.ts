import { requestSchema } from './messages.ts'
import { preloadSharp } from './worker/libvips.ts'
import { connectToParent } from './worker/parent-port.ts'
import { performTask } from './worker/perform.ts'
import { watchMemory } from './worker/watch-memory.ts'

/** The image worker: one task at a time, one answer each. Whatever a picture does to it stays in this process. */
const port = connectToParent()

port.onMessage(async (message) => {
  const { id, memoryLimitBytes, task, loneFormat } = requestSchema.parse(message)
  const stopWatching = watchMemory(memoryLimitBytes, (rssBytes) => port.send({ kind: 'memory', id, rssBytes }))
  const answer = await performTask(task, loneFormat)
  stopWatching()
  port.send({ id, ...answer })
})

port.send({ kind: 'ready' })
preloadSharp()
