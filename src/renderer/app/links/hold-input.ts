/** Longer than the time between the two presses of a double click. */
const holdMs = 600

const kinds = ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click', 'keydown', 'keyup'] as const

let timer: ReturnType<typeof setTimeout> | undefined

function swallow(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/**
 * Takes no press for a moment. A page may ask for a double click where our window then comes up: the second press was
 * meant for the page, and must not fall on a button of ours, least of all on the one that spends.
 */
export function holdInput(): void {
  for (const kind of kinds) window.addEventListener(kind, swallow, { capture: true })
  document.documentElement.dataset.held = ''
  clearTimeout(timer)
  timer = setTimeout(() => {
    for (const kind of kinds) window.removeEventListener(kind, swallow, { capture: true })
    delete document.documentElement.dataset.held
  }, holdMs)
}
