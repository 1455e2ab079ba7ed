import type { KeyStatus } from '../../contract/app.ts'

/**
 * Why nothing can be ordered without a key, and what to do. A locked keychain may hold one: setting another in its
 * place would not be the way out.
 * @param untouched what did not happen: that nothing was sent, and nothing charged or ordered
 * @param next what to do where there is none
 */
export function noKeyWords({ where }: Pick<KeyStatus, 'where'>, untouched: string, next: string): string {
  return where === 'unreadable'
    ? `This computer’s keychain does not give out the key of this service. ${untouched} Unlock it and start Printroom again.`
    : `There is no key for this service. ${untouched} ${next}`
}
