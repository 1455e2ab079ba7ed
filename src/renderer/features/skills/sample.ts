import type { InspectedFile } from '../../../contract/files.ts'
import { callMain } from '../../bridge/bridge.ts'
import { base64Of } from '../../stores/pasted.ts'

/** The photograph that comes with the app, as a file of one's own. From the window's own folder: it may read no other. */
export async function sampleFile(): Promise<InspectedFile | null> {
  const answer = await fetch(new URL('../../../../resources/sample.jpg', import.meta.url))
  const base64 = base64Of(new Uint8Array(await answer.arrayBuffer()))
  return (await callMain('files.keepPasted', { name: 'sample.jpg', base64 }))?.value ?? null
}
