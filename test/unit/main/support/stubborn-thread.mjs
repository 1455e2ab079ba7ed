import { parentPort } from 'node:worker_threads'

// Answers as the engine does, but for one call that never ends, and a close that takes its time.
const answer = (id, value) => parentPort.postMessage({ type: 'answer', id, answer: { ok: true, value } })

parentPort.on('message', ({ id, name }) => {
  if (name === 'work') for (;;);
  if (name !== 'close') return answer(id, name)
  setTimeout(() => {
    answer(id, { unfinished: 0 })
    parentPort.close()
  }, 5000)
})
