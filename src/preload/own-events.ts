import { apply, getter } from './taken.ts'

const keyOfKeyboard = getter(KeyboardEvent.prototype, 'key')
const repeatOfKeyboard = getter(KeyboardEvent.prototype, 'repeat')
/** Of a key alone. */
export const keyOf = (event: Event): string => keyOfKeyboard(event as KeyboardEvent)
export const isRepeat = (event: Event): boolean => repeatOfKeyboard(event as KeyboardEvent)
/** When a person did it, and not when a busy page heard of it. */
export const timeOf = getter(Event.prototype, 'timeStamp')
const wait = globalThis.setTimeout
/** Once the browser is done with what it does now. */
export const later = (run: () => void): void => void apply(wait, globalThis, [run, 0])
