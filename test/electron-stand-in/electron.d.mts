/** Electron's own module, as far as the stand-in has it. */
export * from 'electron'
