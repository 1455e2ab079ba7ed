import type { ColourName } from '../../../domain/library/colours.ts'
import { t } from '../../format/messages.ts'

/** One colour for each name, as a picture may have it: no colour of the window's own. */
export const swatches: Readonly<Record<ColourName, string>> = {
  red: '#d02b2b',
  orange: '#f08a24',
  yellow: '#f2cf3a',
  green: '#3d9a46',
  teal: '#2aa5a0',
  blue: '#2f62c9',
  purple: '#7a45b8',
  pink: '#ea7db0',
  brown: '#7c512f',
  black: '#111111',
  grey: '#8c8c8c',
  white: '#ffffff',
}

export const colourWordsOf = (name: ColourName): string =>
  ({
    red: t('Red'),
    orange: t('Orange'),
    yellow: t('Yellow'),
    green: t('Green'),
    teal: t('Teal'),
    blue: t('Blue'),
    purple: t('Purple'),
    pink: t('Pink'),
    brown: t('Brown'),
    black: t('Black'),
    grey: t('Grey'),
    white: t('White'),
  })[name]
