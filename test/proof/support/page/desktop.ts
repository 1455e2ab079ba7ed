import { readdirSync, readFileSync } from 'node:fs'
import { app, clipboard, dialog, shell } from 'electron'
import { imageWorkerEntry } from '../../../support/image-worker.ts'
import { practiceEntry } from '../../../support/programs.ts'
import type { Chance } from '../random.ts'
import type { CaseFolders } from './case-folders.ts'

/** Something that the app asked of the desktop. */
export interface DesktopAct {
  did: 'opened' | 'shown' | 'trashed' | 'copied' | 'restarted'
  what: string
}

interface Box {
  message: string
  detail?: string
}

/** What the app starts, by what stands in its command line. */
const ownProcesses = [imageWorkerEntry, 'src/engine/images/', practiceEntry]

/** Agreed to less often: each takes a second. */
const opensAnEngine = /^(Use the service|Reach the service|Send everything|Put the backup)/

const trashItem = shell.trashItem.bind(shell)

/** The desktop, and the person at its dialogs, in the place of the stand-in's, which has nobody. */
export class Desktop {
  readonly #chance: Chance
  readonly #caseFolders: CaseFolders
  /** While a person does something by hand, all is meant. */
  isMeant = false
  /** What the dialogs said that were agreed to, since it was last taken. */
  yes: string[] = []
  /** What was chosen, likewise. */
  chosen: string[] = []
  acts: DesktopAct[] = []
  /** A person did something in the window, and nothing has come of it. */
  isActed = false
  /** Folders and files that were chosen in this case. */
  readonly folders = new Set<string>()
  readonly files = new Set<string>()

  constructor(chance: Chance, caseFolders: CaseFolders) {
    this.#chance = chance
    this.#caseFolders = caseFolders
    Object.assign(dialog, {
      showMessageBox: (...args: unknown[]) => this.#asked(args.at(-1) as Box),
      showOpenDialog: (...args: unknown[]) => this.#open(args.at(-1) as { properties?: string[] }),
      showSaveDialog: () => this.#save(),
    })
    const note =
      (did: DesktopAct['did']) =>
      async (what: unknown): Promise<string> => {
        this.acts.push({ did, what: String(what) })
        return ''
      }
    Object.assign(shell, {
      openExternal: note('opened'),
      openPath: note('opened'),
      showItemInFolder: note('shown'),
      trashItem: (path: string) => note('trashed')(path).then(() => trashItem(path)),
    })
    Object.assign(app, { relaunch: note('restarted'), quit: note('restarted'), exit: note('restarted') })
    let text = ''
    Object.assign(clipboard, {
      readText: async () => text,
      writeText: async (written: string) => {
        if (written !== '') void note('copied')(written)
        text = written
      },
      write: note('copied'),
    })
  }

  /** A page may write to the clipboard, as a person may in another program. */
  async writeClipboard(text: string): Promise<void> {
    await clipboard.writeText(text)
    this.acts.pop()
  }

  /** A person reads what is asked, and never agrees to what lies where nobody is to look. */
  async #asked({ message, detail = '' }: Box): Promise<{ response: number; checkboxChecked: boolean }> {
    const text = `${message}\n${detail}`
    const share = opensAnEngine.test(text) ? 4 : 25
    const isAgreed = this.isMeant || (this.#chance.percent(share) && !text.includes(this.#caseFolders.canary))
    await new Promise(setImmediate)
    if (isAgreed) this.yes.push(text)
    return { response: isAgreed ? 0 : 1, checkboxChecked: false }
  }

  async #open({ properties = [] }: { properties?: string[] }): Promise<{ canceled: boolean; filePaths: string[] }> {
    const { chosen, given } = this.#caseFolders
    if (!this.#chance.percent(30)) return { canceled: true, filePaths: [] }
    const isFolder = properties.includes('openDirectory')
    const path = isFolder ? (chosen[this.#chance.below(2)] ?? '') : `${given}/red.png`
    this.chosen.push(path)
    if (isFolder) this.folders.add(path)
    return { canceled: false, filePaths: [path] }
  }

  async #save(): Promise<{ canceled: boolean; filePath: string }> {
    if (!this.#chance.percent(30)) return { canceled: true, filePath: '' }
    const path = `${this.#caseFolders.chosen[2]}/saved-${this.#chance.below(3)}.txt`
    this.chosen.push(path)
    this.files.add(path)
    return { canceled: false, filePath: path }
  }

  /** What was written where nobody chose it, among the folders that can be chosen. */
  written(): string[] {
    const own = (folder: string) => readdirSync(folder).filter((name) => name !== 'own.png')
    return this.#caseFolders.chosen
      .filter((folder) => !this.folders.has(folder))
      .flatMap((folder) => own(folder).map((name) => `${folder}/${name}`))
      .filter((path) => !this.files.has(path) && !/\/[^/]*\.(part|new)$/.test(path))
  }
}

/** Processes under this one that are no part of the app, by their command lines; empty where the system does not say. */
export function strangeProcesses(): string[] {
  try {
    const tasks = readdirSync('/proc/self/task')
    const children = tasks.flatMap((task) => readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' '))
    return children
      .filter(Boolean)
      .map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '))
      .filter((line) => line !== '' && !ownProcesses.some((own) => line.includes(own)))
  } catch {
    // Not Linux, or one of them has just ended.
    return []
  }
}
