import { parentPort } from 'node:worker_threads'

// Answers as the engine does, but for one call, which it never gets to.
const key = { where: 'none', fingerprint: null, words: '', checked: null, open: 0, others: [] }
const status = { connection: 'unknown', notice: null, key, balance: null, paused: false, library: null }
const ended = { work: null, sessionKeys: { key: null, old: [] }, mayHaveKey: false }

parentPort.on('message', ({ id, name }) => {
  if (name === 'queue.caps') return
  const value = name === 'close' ? ended : status
  parentPort.postMessage({ type: 'answer', id, answer: { ok: true, value } })
  if (name === 'close') parentPort.close()
})
