import { z } from 'zod'

/** Where a menu or a notice leads to in the window. */
export const place = z.enum(['library', 'create', 'skills', 'queue', 'gallery', 'ledger', 'settings', 'shortcuts'])
export type Place = z.infer<typeof place>
