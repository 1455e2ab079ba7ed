import { z } from 'zod'
import { isAddress } from '../domain/form/address.ts'

/**
 * What the page calls files and folders of this computer. It never says a path: main gives it a handle for what a person
 * dropped, chose, opened, pasted or has in the library. Main's door (src/main/handles) puts the path in the handle's place,
 * so that behind it the same fields hold paths; on the way out it is the other way round. Known to it by these very schemas.
 */
export const fileHandle = z.string().regex(/^f_[\w-]{22}$/)
/** Of a folder that was chosen in main's dialog: it may be written into and watched. */
export const folderHandle = z.string().regex(/^d_[\w-]{22}$/)
/** A picture to send: a file of this computer, or an address that the service gets it from. */
export const fileOrAddress = z.union([
  fileHandle,
  z.string().max(4096, { abort: true }).refine(isAddress, 'neither a handle nor an address'),
])
