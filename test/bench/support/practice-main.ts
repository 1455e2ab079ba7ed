import { Remote } from '../../proof/support/remote.ts'

/** Practice in a process of its own, with plain pictures and no time between order and result. */
const remote = await Remote.open({ timeScale: 100_000 })
process.on('disconnect', () => void remote.close().then(() => process.exit(0)))
process.send?.({ url: remote.url, key: remote.key })
