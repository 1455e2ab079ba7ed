import { app } from 'electron'
import type { Network } from '../contract/settings.ts'
import { type ProxyRoute, proxyOf } from '../engine/remote/network.ts'

/** A system that looks for its proxy may take long, or for ever: then the way is the direct one. */
const mostMs = 3000

/**
 * The way to the service as it is now: with `system` the system is asked, which only Electron can do. Not by the page's
 * session, whose own way leads nowhere (window.ts).
 */
export async function currentRoute({ proxy, extraCa }: Network, service: string): Promise<ProxyRoute> {
  if (proxy === 'direct') return { proxy: null, extraCa }
  if (proxy !== 'system') return { proxy, extraCa }
  const late = new Promise<string>((resolve) => setTimeout(resolve, mostMs, 'DIRECT').unref())
  const said = await Promise.race([app.resolveProxy(service), late]).catch(() => 'DIRECT')
  return { proxy: proxyOf(said), extraCa }
}
