/** What lies around the picture in its file, found without decoding. */
export interface Container {
  /** Anything the picture does not need: place, camera, author, comments, embedded previews, appended data. */
  hasPrivate: boolean
  /** Told by the container alone; libvips does not know an animated PNG. */
  animated: boolean
  /**
   * The same pixels, bit for bit, in a file put together of known parts alone, each of which is looked through: nothing in it
   * is there only because it was in the source. Null where a part is not understood, or holds more than it should. For what
   * is sRGB already: profiles go.
   */
  withoutPrivate(): Promise<Buffer | null>
}
