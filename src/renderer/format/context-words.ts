import type { ContextActId } from '../../contract/context-acts.ts'
import { t } from './messages.ts'

const used = (skill: string): string => t('Use in {skill}', { skill })

/** The words of `contract/context-acts.ts` as the palette says them, in the window's language: there none stands under a name. */
const labels: Readonly<Record<ContextActId, () => string>> = {
  open: () => t('Open'),
  compare: () => t('Compare'),
  'touch-up': () => t('Touch up edge…'),
  pick: () => t('Pick'),
  reject: () => t('Reject'),
  unflag: () => t('Remove flag'),
  'stars-5': () => t('5 stars'),
  'stars-4': () => t('4 stars'),
  'stars-3': () => t('3 stars'),
  'stars-2': () => t('2 stars'),
  'stars-1': () => t('1 star'),
  'stars-0': () => t('No stars'),
  'use-create': () => t('Reference in Create'),
  'use-remove-bg': () => used(t('Cutout')),
  'use-product-detail': () => used(t('Product detail')),
  'use-brand-poster': () => used(t('Poster')),
  'use-white-bg': () => used(t('Background')),
  'use-upscale': () => used(t('Upscale')),
  'copy-picture': () => t('Copy picture'),
  'show-in-folder': () => t('Show in folder'),
  export: () => t('Export…'),
  'open-receipt': () => t('Open receipt'),
  'use-settings': () => t('Use these settings again'),
  'to-front': () => t('Move to front'),
  'check-now': () => t('Check now'),
  reorder: () => t('Order again…'),
  cancel: () => t('Cancel request'),
  'show-in-queue': () => t('Show in Queue'),
  'copy-id': () => t('Copy id'),
  'fetch-anew': () => t('Look up again'),
  forget: () => t('Remove from Gallery'),
  trash: () => t('Move to trash'),
  restore: () => t('Put back in the library'),
}

export const contextWords = (id: ContextActId): string => labels[id]()
