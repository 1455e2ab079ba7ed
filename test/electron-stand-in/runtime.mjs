// What the stand-in knows about this run. Filled by boot.mjs before the app's main is loaded.
export const runtime = {
  /** As it was before main's first line. */
  environment: { ...process.env },
  /** The folder with the app's package.json. */
  appPath: process.cwd(),
  /** @type {Record<string, string>} */
  packageJson: {},
  /** Electron's and Chromium's switches from the command line, without their dashes. */
  switches: new Map(),
  /** Those that main has given by then are the browser's, which starts after it was loaded. */
  appended: new Map(),
  /** Playwright's _electron.launch started us: it waits for a DevTools line and then lets `ready` happen. */
  drivenByPlaywright: false,
  headed: process.env.PRINTROOM_STANDIN_HEADED === '1',
  /** Text of a script of a test, which every document runs before its own: no later word from outside is sure to come in time. */
  inPage: process.env.PRINTROOM_STANDIN_IN_PAGE ?? '',
  /** Loaded from an archive, as a package has it. */
  isPackaged: false,
  quitting: false,
}

export const windows = new Map()
export const contents = new Map()

/** Something that happened outside of anybody's call, for those who look for the reason of a failure. */
export const trace = process.env.PRINTROOM_STANDIN_DEBUG
  ? (...words) => console.error('[stand-in]', ...words)
  : () => {}

/** An Electron event object whose default can be prevented. */
export function preventable(properties = {}) {
  return {
    ...properties,
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true
    },
  }
}
