import { type RefObject, useEffect, useRef } from 'react'

/** The place of the row that something is in; null where it is in none. */
const placeOf = (element: HTMLElement): string | null =>
  element.closest<HTMLElement>('[aria-posinset]')?.getAttribute('aria-posinset') ?? null

/** Where the keyboard goes on: in the row that took the place, else in the last one, else at the first button. */
function nextIn(home: HTMLElement, place: string | null): HTMLElement {
  const row =
    place === null
      ? undefined
      : (home.querySelector(`[aria-posinset="${place}"]`) ?? [...home.querySelectorAll('[aria-posinset]')].at(-1))
  const acts = [...(row?.querySelectorAll<HTMLElement>('button:enabled') ?? [])]
  return acts.at(-1) ?? home.querySelector<HTMLElement>('button:enabled') ?? home
}

/**
 * Whoever uses the keyboard keeps a place in a part of the window whose buttons go with what they act on. To be called
 * by what renders when they go.
 * @param home can have the focus itself, for where it holds no button at all
 */
export function useFocusKept(home: RefObject<HTMLElement | null>): void {
  const last = useRef<{ element: HTMLElement; place: string | null } | null>(null)
  useEffect(() => {
    const whole = home.current
    const note = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement) last.current = { element: target, place: placeOf(target) }
    }
    whole?.addEventListener('focusin', note)
    return () => whole?.removeEventListener('focusin', note)
  }, [home])
  useEffect(() => {
    const { element, place } = last.current ?? {}
    if (element === undefined || element.isConnected) return
    last.current = null
    if (home.current === null || document.activeElement !== document.body) return
    nextIn(home.current, placeOf(element) ?? place ?? null).focus({ preventScroll: true })
  })
}
