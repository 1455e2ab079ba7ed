import { ask } from '../bridge.ts'
import { useCreate } from '../stores/create-store.ts'
import { useNotices } from '../stores/notices-store.ts'
import { t } from './messages.ts'

/** What a picture may weigh to be kept from the clipboard; the contract takes no more. */
const mostBytes = 11_000_000

export interface Pasted {
  paths: string[]
  addresses: string[]
}

/** Lines of a pasted text that are paths of files or https addresses; null where none is. */
export function pastedReferences(text: string): Pasted | null {
  const lines = text
    .split('\n')
    .map((line) => line.trim().replace(/^["']|["']$/g, ''))
    .filter((line) => line !== '')
  const paths = lines.filter((line) => /^(\/|~|[a-zA-Z]:\\|\\\\)/.test(line))
  const addresses = lines.filter((line) => /^https:\/\//i.test(line))
  return paths.length + addresses.length === 0 ? null : { paths, addresses }
}

/** Bytes as base64, without a call whose arguments would be as many as they are. */
export function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}

/** Files of the clipboard or of another program: those with a path as they lie, the others are kept by the app first. */
export async function takePasted(files: readonly File[], text: Pasted | null): Promise<void> {
  const { addReferences, addPaths, addAddresses } = useCreate.getState()
  if (text && text.addresses.length > 0) addAddresses(text.addresses)
  const withPath = files.map((file) => window.printroom.pathForFile(file)).filter((path) => path !== '')
  const paths = [...withPath, ...(text?.paths ?? [])]
  if (paths.length > 0) await addPaths(paths)
  for (const file of files.filter((each) => window.printroom.pathForFile(each) === '')) {
    if (file.size > mostBytes) {
      const words = t('{name} is too large to be pasted. Save it as a file, then choose that. Nothing was sent.', {
        name: file.name,
      })
      useNotices.getState().say({ tone: 'attention', words })
      continue
    }
    const base64 = base64Of(new Uint8Array(await file.arrayBuffer()))
    const answer = await ask('files.keepPasted', { name: file.name, base64 })
    if (answer) addReferences([answer.value])
  }
}
