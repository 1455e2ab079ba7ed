import { packageMember } from './package-member.ts'

/**
 * Whether this package is the twin that the house drives by a debugger (`npm run package -- --twin`). A member of its
 * package.json says so, within the archive whose integrity is checked; its fuse keeps Node's inspector off a shipped one besides.
 * @param appPath the archive
 */
export const isTwin = (appPath: string): boolean => packageMember(appPath, 'inspectableTwin') === true
