/**
 * Tells that a person did something in the window: clicked, pressed a key, took hold of something. On the window in the capture
 * phase and before any script of the page, which can send no such event. Of the pointer its click counts, with either button, and not its way there.
 */
export function hearActs(tell: () => void): void {
  const hear = (event: Event): void => {
    if (event.isTrusted && !(event instanceof KeyboardEvent && event.repeat)) tell()
  }
  for (const type of ['click', 'contextmenu', 'keydown', 'dragstart']) window.addEventListener(type, hear, true)
}
