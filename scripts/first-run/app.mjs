// The app as it is built, driven by Playwright with Chromium's sandbox on: the whole window suite, and what only Electron's
// own runtime shows (test/first-run).
import { ownConfig, runSpecs } from './specs.mjs'

/** Enough to know that the command works: npm test has the rest. */
const rehearsedPart = ['main-job.spec.ts', 'copying.spec.ts', 'dead-page.spec.ts']

const own = (title, ...needs) => ({
  name: title,
  needs,
  spec: title,
  run: (context) => runSpecs(context, { config: ownConfig, title }),
})

export const app = [
  {
    name: 'the window suite',
    needs: ['screen'],
    run: (context) => runSpecs(context, { files: context.isGenuine ? [] : rehearsedPart }),
  },
  own('the page is isolated and has no Node, and its process is in the sandbox', 'runtime', 'screen', 'ordinary user'),
  own('the main job is done by workers of the kind that this system has', 'linux or macOS'),
  own('a TIFF and an AVIF are cut out'),
  own('a worker that is killed costs one more try and no order', 'linux or macOS'),
  own('words and a picture are copied, and read back from the system', 'runtime', 'screen'),
  own('a video is sought to its middle, by ranges, and thrown away while it is open'),
  own('nothing lies under the system’s buttons at 80, 100 and 150 %, light and dark', 'runtime', 'screen'),
  own('a second start hands its file and its link to the first'),
  own('a key outlives a restart in the keychain, or its absence is said'),
  own('the system’s proxy is asked, and the page’s leads nowhere', 'runtime', 'screen'),
  own('a notice is still clicked after its memory was collected'),
]
