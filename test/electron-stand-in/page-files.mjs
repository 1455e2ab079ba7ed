/**
 * webUtils.getPathForFile, in the page. Only the browser's side knows where a File lies, and asking takes time, while
 * the call must answer at once. So events that bring files are held back until their paths are known, and sent again.
 * The event that arrives is not trusted, and a dropped folder has lost webkitGetAsEntry; its path is known.
 * Needs nothing from outside. `ask(files)` resolves to their paths, '' for a File that was made in memory.
 */
export function makeFilePaths(ask) {
  const paths = new WeakMap()
  const sentAgain = new WeakSet()

  async function hold(event, files, again) {
    event.stopImmediatePropagation()
    const target = event.composedPath()[0] ?? event.target
    const found = await ask(files).catch(() => [])
    for (const [i, file] of files.entries()) paths.set(file, found[i] ?? '')
    const next = again()
    sentAgain.add(next)
    target.dispatchEvent(next)
  }

  const unknown = (list) => [...(list ?? [])].some((file) => !paths.has(file))

  function onChange(event) {
    const input = event.composedPath()[0]
    if (sentAgain.has(event) || input?.type !== 'file' || !unknown(input.files)) return
    hold(
      event,
      [...input.files],
      () => new Event(event.type, { bubbles: true, cancelable: event.cancelable, composed: event.composed }),
    )
  }

  function onDrop(event) {
    const files = event.dataTransfer?.files
    if (sentAgain.has(event) || !unknown(files)) return
    event.preventDefault() // or the browser opens the file
    const { clientX, clientY, screenX, screenY, ctrlKey, shiftKey, altKey, metaKey } = event
    const place = { clientX, clientY, screenX, screenY, ctrlKey, shiftKey, altKey, metaKey }
    const held = [...files]
    hold(event, held, () => {
      const dataTransfer = new DataTransfer()
      for (const file of held) dataTransfer.items.add(file)
      return new DragEvent('drop', { bubbles: true, cancelable: true, composed: true, ...place, dataTransfer })
    })
  }

  addEventListener('input', onChange, true)
  addEventListener('change', onChange, true)
  addEventListener('drop', onDrop, true)

  return {
    getPathForFile(file) {
      if (!(file instanceof File)) throw new TypeError('Unable to get the path: not a File')
      return paths.get(file) ?? ''
    },
  }
}
