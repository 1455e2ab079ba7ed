import { isRepeat, keyOf, later, timeOf } from './own-events.ts'

/** They do nothing by themselves: a person who presses Ctrl has not pressed Ctrl+V yet. */
const modifiers: ReadonlySet<string> = new Set([
  ...['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'NumLock', 'ScrollLock'],
  ...['Fn', 'FnLock', 'Hyper', 'Super', 'Symbol', 'SymbolLock', 'OS'],
])

/** Of clicks that no pointer and no key made, so that however many there are, there are so many acts a second at most. */
const apartMs = 100
/** What a finger lets go of after a menu opened under it is no click of its own. */
const afterUsedMs = 500

/**
 * Tells that a person did something in the window: clicked, pressed a key, took hold of something. On the window in the
 * capture phase and before any script of the page, which can send no such event. Of the pointer its click counts, with either
 * button, and not its way there. One thing that a hand does is one act, whatever the browser makes of it: Enter on a button is
 * a key and a click, a label clicks its box, and labels that a script leads from one to the next click as many as it likes.
 */
export function hearActs(tell: () => void): void {
  /** A press of the pointer that nothing came of yet, one that was an act, or none. */
  let pointer: 'none' | 'fresh' | 'used' = 'none'
  /** What comes now is of what came before: the browser does all of that before it does anything else. */
  let within: 'nothing' | 'a key' | 'a click' | 'a click of no hand' = 'nothing'
  let quietUntilMs = Number.NEGATIVE_INFINITY

  const begin = (of: typeof within): void => {
    within = of
    later(() => {
      within = 'nothing'
    })
  }
  /** What nobody's pointer and no key made is of a screen reader, or of whatever else somebody leads the window by. */
  const isByOtherMeans = (event: Event): boolean => {
    if (timeOf(event) < quietUntilMs) return false
    quietUntilMs = timeOf(event) + apartMs
    return true
  }
  const clicked = (event: Event): void => {
    if (within !== 'nothing' || pointer === 'used') return
    const isOfPointer = pointer === 'fresh'
    if (isOfPointer) pointer = event.type === 'click' ? 'none' : 'used'
    begin(isOfPointer ? 'a click' : 'a click of no hand')
    if (isOfPointer || isByOtherMeans(event)) tell()
  }
  const heard: Record<string, (event: Event) => void> = {
    pointerdown: () => {
      pointer = 'fresh'
      within = 'nothing'
    },
    pointerup: (event) => letGo(event),
    pointercancel: (event) => letGo(event),
    keydown: (event) => {
      // An access key clicks before it is heard as a key.
      const isNew = within !== 'a click of no hand' && !isRepeat(event) && !modifiers.has(keyOf(event))
      begin('a key')
      if (isNew) tell()
    },
    keypress: () => begin('a key'),
    keyup: () => begin('a key'),
    click: clicked,
    contextmenu: clicked,
    dragstart: clicked,
  }
  const letGo = (event: Event): void => {
    if (pointer !== 'used') return
    pointer = 'none'
    quietUntilMs = timeOf(event) + afterUsedMs
  }
  for (const [type, hear] of Object.entries(heard))
    window.addEventListener(type, (event) => event.isTrusted && hear(event), true)
}
