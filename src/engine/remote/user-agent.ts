import about from '../../../package.json' with { type: 'json' }

/** Who asks: the app and its version, as package.json has it, and nothing of the person or the computer. */
export const userAgent = `Printroom/${about.version}`
