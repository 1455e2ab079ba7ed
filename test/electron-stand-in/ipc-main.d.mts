/** As far as tests drive it: the frame that a message comes from, and the message. */
interface Sender {
  mainFrame: { url: string; parent: unknown; routingId: number; processId: number } | null
}

export const ipcMain: {
  /** What a handler answered, as the codec's text of `{ type: 'reply', id, value }` or `{ type: 'reply', id, error }`. */
  answer(contents: Sender, message: { id: number; channel: string; args: unknown[] }): Promise<string>
  /** As `ipcRenderer.send`. */
  deliver(contents: Sender & { emit(): boolean }, message: { channel: string; args: unknown[] }): void
}
export const codec: { encode(value: unknown): string; decode(text: string): unknown }
