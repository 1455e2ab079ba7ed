/** The button that spends, found by the shortcut that leads to it and never presses it. */
export function focusSpendButton(): boolean {
  const visible = [...document.querySelectorAll<HTMLElement>('[data-spend]')].filter(
    (element) => element.offsetParent !== null && element.closest('[data-order]') !== null,
  )
  const button = visible[0]
  button?.focus()
  button?.scrollIntoView({ block: 'nearest' })
  return button !== undefined
}
