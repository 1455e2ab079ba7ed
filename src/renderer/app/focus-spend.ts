/** The button that spends, where one is on the screen. */
export function findSpendButton(): HTMLElement | null {
  const visible = [...document.querySelectorAll<HTMLElement>('[data-spend]')].filter(
    (element) => element.offsetParent !== null && element.closest('[data-order]') !== null,
  )
  return visible[0] ?? null
}

/** Found by the shortcut that leads to it and never presses it. */
export function focusSpendButton(): boolean {
  const button = findSpendButton()
  button?.focus()
  button?.scrollIntoView({ block: 'nearest' })
  return button !== null
}
