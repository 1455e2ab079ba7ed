import { app } from './app.mjs'
import { installers } from './installers.mjs'
import { obtain } from './obtain.mjs'
import { packages } from './package.mjs'

/** In the order in which they are run. */
export const groups = { obtain, app, package: packages, installers }
