import { beforeAll } from 'vitest'
import type { Images } from '../../../../src/engine/images/port.ts'
import { lentImageWorkers } from '../../../support/lent-workers.ts'
import { useWorkshop, type Workshop } from './workshop.ts'

/** As `useWorkshop`, for tests of what is made of pictures and not of the processes: those are lent (lent-workers.ts). */
export function useLentWorkshop(): Workshop {
  const shop = useWorkshop()
  let images: Images
  beforeAll(() => {
    images = shop.start({ spawn: lentImageWorkers })
  })
  return {
    get folder() {
      return shop.folder
    },
    get images() {
      return images
    },
    start: shop.start,
    write: shop.write,
  }
}
