let loaded: Promise<typeof import('undici')> | undefined

/** Loaded with the first exchange: it takes longer than all that the first screen needs. */
export const undici = (): Promise<typeof import('undici')> => {
  loaded ??= import('undici')
  return loaded
}
