// What no program sees: ten minutes a system, ticked into first-run.json by `npm run first-run -- --by-hand`.
import { createInterface } from 'node:readline'
import { readReport, reportFile, writeReport } from './report.mjs'

/** @type {{ name: string, what: string, on?: string[] }[]} `on` some systems only */
const byHand = [
  {
    name: 'first start',
    what: 'Start the package on an account that never had it: nothing asks for the keychain, the window opens light in light.',
  },
  {
    name: 'drag one out',
    what: 'Drag one picture from the library to the file manager, and one to Figma: it arrives whole.',
  },
  { name: 'drag many out', what: 'Choose ten pictures and drag them to the file manager: all ten arrive.' },
  { name: 'drag a video out', what: 'Drag a video to the file manager; drag a picture back onto the window.' },
  {
    name: 'title bar',
    what: 'Move the window by its bar, double-click it, press the buttons; nothing lies under them.',
  },
  { name: 'tiling', what: 'Tile the window left and right with the system’s own keys.' },
  {
    name: 'second display',
    what: 'Move the window to a second display of another scale: sharp there, and there after a restart.',
  },
  {
    name: 'first folder of dialogs',
    what: 'Choose files, then choose again: the dialog begins where you were, and says what for.',
  },
  {
    name: 'a notice after a minute',
    what: 'Order something, look elsewhere, wait a minute after the notice, click it: Queue opens.',
  },
  {
    name: 'sleep and wake',
    what: 'Order ten pictures, send the computer to sleep, wake it: all ten come home, paid once.',
  },
  {
    name: 'logout with a queue running',
    what: 'Order ten pictures and log out; log in, start: it goes on, paid once.',
  },
  {
    name: 'a link and a file',
    what: 'With the app closed, open printroom://queue and a picture with it: both arrive.',
  },
  {
    name: 'a key in the environment',
    what: 'Start with PRINTROOM_API_KEY set: it asks before a window opens, and Start without it opens one without the key.',
  },
  { name: 'menus', what: 'Reach every command of the menu bar without one, by the button or the keys.' },
  { name: 'Wayland', what: 'All of the above once in a Wayland session.', on: ['linux'] },
  { name: 'X11', what: 'All of the above once in an X11 session.', on: ['linux'] },
  {
    name: 'full screen',
    what: 'Go to full screen and back: no empty room where the three buttons were.',
    on: ['darwin'],
  },
]

export const handListHere = (platform = process.platform) => byHand.filter(({ on }) => on?.includes(platform) ?? true)

/** What was seen stays said, as long as it was seen of the same commit. */
export const openOrSeen = (before, commit) =>
  handListHere().map(({ name, what }) => {
    const seen = before?.commit === commit ? before.byHand?.find((one) => one.name === name) : undefined
    return seen ?? { name, verdict: 'open', words: what }
  })

/** Asks about each that is open, and writes after each answer; where nobody answers any more the rest stays open. */
export async function askByHand(folder, input = process.stdin) {
  const report = readReport(folder)
  if (report === null) throw new Error(`There is no ${reportFile(folder)} yet: run npm run first-run first.`)
  const lines = createInterface({ input })
  const answers = lines[Symbol.asyncIterator]()
  for (const one of report.byHand.filter(({ verdict }) => verdict === 'open')) {
    console.log(`\n${one.words}\nAs it should be? y, or n and what you saw, or nothing for later:`)
    const { value, done } = await answers.next()
    if (done) break
    const [, word, rest] = /^\s*([yn])\b\s*(.*)$/.exec(value) ?? []
    if (word === undefined) continue
    const verdict = word === 'y' ? 'passed' : 'failed'
    Object.assign(one, { verdict, words: rest || one.words, at: new Date().toISOString() })
    writeReport(folder, report)
  }
  lines.close()
  return report.byHand.some(({ verdict }) => verdict === 'failed') ? 1 : 0
}
