import { mostPictures } from '../../contract/limits.ts'
import { useNotices } from '../bridge/notices-store.ts'
import { figure } from '../format/format.ts'
import { t } from '../format/messages.ts'

/** The first of them, as many as one order may have; what is left out is said. */
export function keepFirst<T>(all: readonly T[], most: number, leftWords: (left: number) => string): T[] {
  const left = all.length - Math.max(0, most)
  if (left > 0) useNotices.getState().say({ tone: 'attention', message: leftWords(left) })
  return all.slice(0, Math.max(0, most))
}

/** Of pictures to go by, in Create and in a Skill. */
export const picturesLeft = (left: number): string =>
  t(
    '{left, plural, one {# picture was} other {# pictures were}} not added: a form takes up to {most} reference images. Nothing was sent.',
    { left, most: figure(mostPictures) },
  )
