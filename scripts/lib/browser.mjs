import { readdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fetchBrowser } from './browser-fetch.mjs'
import { sparticuzBinary } from './browser-npm.mjs'
import { probeBrowser } from './browser-probe.mjs'
import { say } from './say.mjs'

/**
 * A Chromium that is on this machine and works, or undefined.
 * Order: PRINTROOM_BROWSER, an installed browser, Playwright's own, the one fetched from the npm registry before.
 * `headed` leaves those out that can show no window.
 * @returns {Promise<{path: string, product: string, from: string} | undefined>}
 */
export async function findBrowser({ headed = false } = {}) {
  const given = process.env.PRINTROOM_BROWSER
  if (given) {
    const answer = await probeBrowser(given)
    if (answer.product) return { path: given, product: answer.product, from: 'PRINTROOM_BROWSER' }
    throw new Error(`PRINTROOM_BROWSER is ${given}, and that does not work: ${answer.problem}.`)
  }
  for (const { path, from, headlessOnly } of candidates()) {
    if (headed && headlessOnly) continue
    if (!isFile(path)) continue
    const answer = await probeBrowser(path)
    if (answer.product) return { path, product: answer.product, from }
    say(`Passing over ${path}: ${answer.problem}.`)
  }
  return undefined
}

/** As findBrowser, but fetches one where there is none. Says which it is, and throws where none can be had. */
export async function getBrowser({ headed = false, quiet = false } = {}) {
  const found = (await findBrowser({ headed })) ?? (await fetchBrowser(() => findBrowser({ headed }), { headed }))
  if (!found) {
    throw new Error(
      'No Chromium, Chrome or Edge is installed and none can be fetched. Install one, or set PRINTROOM_BROWSER to its executable.',
    )
  }
  if (!quiet) say(`Browser: ${found.product} (${found.from}).`)
  return found
}

function* candidates() {
  for (const path of installed()) yield { path, from: 'installed' }
  yield* playwrights()
  yield { path: sparticuzBinary, from: '@sparticuz/chromium from the npm registry, headless only', headlessOnly: true }
}

function* installed() {
  if (process.platform === 'darwin') {
    for (const name of ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Google Chrome for Testing'])
      for (const apps of ['/Applications', join(homedir(), 'Applications')])
        yield join(apps, `${name}.app`, 'Contents', 'MacOS', name)
  } else if (process.platform === 'win32') {
    const bases = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].filter(Boolean)
    for (const exe of [
      'Google/Chrome/Application/chrome.exe',
      'Chromium/Application/chrome.exe',
      'Microsoft/Edge/Application/msedge.exe',
    ])
      for (const base of bases) yield join(base, exe)
  } else {
    const names = [
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
      'microsoft-edge',
      'microsoft-edge-stable',
    ]
    const folders = new Set([...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin'])
    for (const name of names) for (const folder of folders) if (folder) yield join(folder, name)
  }
}

/** Playwright's browsers, newest first, a whole Chromium before a headless shell. */
function* playwrights() {
  const home = {
    linux: join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ms-playwright'),
    darwin: join(homedir(), 'Library', 'Caches', 'ms-playwright'),
    win32: join(process.env.LOCALAPPDATA ?? '', 'ms-playwright'),
  }
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH || home[process.platform]
  const revisions = listing(folder).sort((a, b) => Number(b.split('-').at(-1)) - Number(a.split('-').at(-1)))
  for (const kind of ['chromium', 'chromium_headless_shell']) {
    for (const revision of revisions.filter((name) => new RegExp(`^${kind}-\\d+$`).test(name))) {
      for (const system of listing(join(folder, revision))) {
        for (const binary of [
          'chrome',
          'chrome.exe',
          'headless_shell',
          'chrome-headless-shell',
          'chrome-headless-shell.exe',
          ...macBundles,
        ])
          yield {
            path: join(folder, revision, system, binary),
            from: "Playwright's own",
            headlessOnly: kind !== 'chromium',
          }
      }
    }
  }
}

const macBundles = [
  'Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'Chromium.app/Contents/MacOS/Chromium',
]

function isFile(path) {
  try {
    return statSync(path).isFile()
  } catch {
    return false // not there, or in a folder that is closed to us
  }
}

function listing(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
