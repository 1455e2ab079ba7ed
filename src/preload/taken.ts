export const { apply } = Reflect

/**
 * Getters and methods of the browser's prototypes, taken before any script of the page runs: an element of the page's that is
 * called so (`<form name="fonts">`, `<input name="parentElement">`) hides what stands on the document or the form itself.
 */
export function getter<T extends object, K extends keyof T>(prototype: T, name: K): (of: T) => T[K] {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get
  if (get === undefined) throw new Error(`There is no ${String(name)}.`)
  return (of) => apply(get, of, [])
}

export function method<T extends object, A extends unknown[], R>(
  of: T,
  taken: (this: T, ...all: A) => R,
): (...all: A) => R {
  return (...all) => apply(taken, of, all)
}

export function methodOf<T extends object, A extends unknown[], R>(
  taken: (this: T, ...all: A) => R,
): (of: T, ...all: A) => R {
  return (of, ...all) => apply(taken, of, all)
}
