// Dialogs. Without a screen each answers as if it were dismissed; tests put their own functions in the place.
// With one, the browser's own chooser, prompt and confirm stand for the system's.
import { resolvePaths } from './file-paths.mjs'
import { runtime, windows } from './runtime.mjs'

const optionsOf = (args) => args.at(-1) ?? {}
const shown = () => (runtime.headed ? [...windows.values()].at(-1)?.webContents : undefined)

export const dialog = {
  async showOpenDialog(...args) {
    const contents = shown()
    const filePaths = contents ? await choose(contents, optionsOf(args)) : []
    return { canceled: filePaths.length === 0, filePaths }
  },
  async showSaveDialog(...args) {
    const { defaultPath = '' } = optionsOf(args)
    const contents = shown()
    const filePath = contents
      ? await contents.executeJavaScript(`prompt('Save as', ${JSON.stringify(defaultPath)}) ?? ''`)
      : ''
    return { canceled: filePath === '', filePath }
  },
  async showMessageBox(...args) {
    const options = optionsOf(args)
    const contents = shown()
    const response = contents ? await askInPage(contents, options) : dismissed(options)
    return { response, checkboxChecked: options.checkboxChecked ?? false }
  },
  showErrorBox: (title, content) => console.error(`${title}: ${content}`),
}

function dismissed({ cancelId, buttons = [] }) {
  const cancel = buttons.findIndex((label) => /^(cancel|no)$/i.test(label))
  return cancelId ?? Math.max(cancel, 0)
}

async function choose(contents, { properties = [], filters = [] }) {
  const accept = filters.flatMap(({ extensions }) => extensions.filter((e) => e !== '*').map((e) => `.${e}`)).join(',')
  const wanted = {
    accept,
    multiple: properties.includes('multiSelections'),
    webkitdirectory: properties.includes('openDirectory'),
  }
  const slot = `standInChosen${Date.now()}`
  await contents.executeJavaScript(`new Promise((done) => {
    const input = Object.assign(document.createElement('input'), { type: 'file' }, ${JSON.stringify(wanted)})
    input.oncancel = done
    input.onchange = (event) => { event.stopPropagation(); Object.defineProperty(window, '${slot}', { value: [...input.files], configurable: true }); done() }
    input.click()
  }).then(() => undefined)`)
  const paths = await resolvePaths(contents, `window.${slot} ?? []`)
  await contents.executeJavaScript(`delete window.${slot}`)
  return paths
}

async function askInPage(contents, options) {
  const { message = '', detail = '', buttons = ['OK'] } = options
  const text = [message, detail, ...buttons.map((label, i) => `${i + 1}: ${label}`)].filter(Boolean).join('\n')
  const answer = await contents.executeJavaScript(`prompt(${JSON.stringify(text)}, '1')`)
  const index = Number(answer) - 1
  return buttons[index] === undefined ? dismissed(options) : index
}
