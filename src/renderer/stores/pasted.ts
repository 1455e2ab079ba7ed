import { callMain } from '../bridge/bridge.ts'
import { useNotices } from '../bridge/notices-store.ts'
import { t } from '../format/messages.ts'
import { useCreate } from './create-store.ts'

/** What a picture may weigh to be kept from the clipboard; the contract takes no more. */
const mostBytes = 11_000_000

export interface Pasted {
  /** Files by their paths, which main reads from the clipboard itself. */
  namesFiles: boolean
  addresses: string[]
}

/** Lines of a pasted text that are paths of files or https addresses; null where none is. */
export function pastedReferences(text: string): Pasted | null {
  const lines = text
    .split('\n')
    .map((line) => line.trim().replace(/^["']|["']$/g, ''))
    .filter((line) => line !== '')
  const namesFiles = lines.some((line) => /^(\/|~|[a-zA-Z]:\\)/.test(line))
  const addresses = lines.filter((line) => /^https:\/\//i.test(line))
  return namesFiles || addresses.length > 0 ? { namesFiles, addresses } : null
}

/** Bytes as base64, without a call whose arguments would be as many as they are. */
export function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}

/** Files of the clipboard or of another program: those of this computer as they lie, the others are kept by the app first. */
export async function takePasted(files: readonly File[], text: Pasted | null): Promise<void> {
  const { addReferences, addFiles, addAddresses } = useCreate.getState()
  if (text && text.addresses.length > 0) addAddresses(text.addresses)
  const handles = await window.printroom.handlesOf(files)
  const known = handles.filter((handle) => handle !== '')
  if (known.length > 0) await addFiles(known)
  const named = text?.namesFiles ? await callMain('files.onClipboard', undefined) : null
  if (named) addReferences(named.value)
  for (const file of files.filter((_, at) => handles[at] === '')) {
    if (file.size > mostBytes) {
      const message = t('{name} is too large to paste. Save it as a file, then choose that. Nothing was sent.', {
        name: file.name,
      })
      useNotices.getState().say({ tone: 'attention', message })
      continue
    }
    const base64 = base64Of(new Uint8Array(await file.arrayBuffer()))
    const answer = await callMain('files.keepPasted', { name: file.name, base64 })
    if (answer) addReferences([answer.value])
  }
}
