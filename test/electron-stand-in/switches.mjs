// Stands in the window's address until the app loads its own; --app ignores about:blank.
const emptyPage = 'data:text/html,'

/**
 * What the browser is started with.
 * @param {string} profile a folder of its own
 * @param {{ width: number, height: number } | undefined} size of the first window
 * @param {boolean} sandboxed
 * @param {boolean} headed with a window on a screen
 */
export function* switches(profile, size, sandboxed, headed) {
  yield '--remote-debugging-pipe'
  yield '--remote-debugging-port=0'
  yield `--user-data-dir=${profile}`
  yield '--no-first-run'
  yield '--no-default-browser-check'
  yield '--disable-background-networking'
  yield '--disable-component-update'
  yield '--disable-sync'
  yield '--disable-dev-shm-usage'
  yield '--disable-features=Translate,MediaRouter,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,PaintHolding'
  yield '--password-store=basic'
  yield '--use-mock-keychain'
  yield '--force-color-profile=srgb'
  yield '--disable-backgrounding-occluded-windows'
  yield '--disable-renderer-backgrounding'
  // Nothing but this machine can be reached, whatever the page tries: WebSockets too, which are not intercepted.
  yield '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]'
  yield '--no-proxy-server'
  // A process less for each start, and one that Linux gives no sandbox anyway.
  if (process.platform === 'linux') yield '--enable-features=NetworkServiceInProcess2'
  if (!sandboxed) yield '--no-sandbox'
  if (!headed) {
    yield* ['--headless=new', '--hide-scrollbars', '--mute-audio', '--no-startup-window']
    return
  }
  // Without it a distribution's Chromium opens under a bar about the switches above, and the page stands lower by it.
  yield '--test-type'
  if (size) yield `--window-size=${size.width},${size.height}`
  yield `--app=${emptyPage}`
}
