import { expect, it } from 'vitest'
import { withUnicode } from '../electron-stand-in/locale.mjs'

it('the browser reads names of files as UTF-8 also where no locale is set, and keeps one that is (B1)', () => {
  for (const bare of [{}, { LANG: '' }, { LANG: 'C' }, { LANG: 'POSIX' }, { LANG: 'de_DE.UTF-8', LC_ALL: 'C' }])
    expect(withUnicode({ HOME: '/h', ...bare })).toMatchObject({ HOME: '/h', LC_ALL: 'C.UTF-8' })
  for (const set of [{ LANG: 'de_DE.UTF-8' }, { LC_ALL: 'C.UTF-8' }, { LANG: 'C', LC_CTYPE: 'en_GB.UTF-8' }])
    expect(withUnicode(set)).toEqual(set)
})
