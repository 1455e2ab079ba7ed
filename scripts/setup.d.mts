export interface Browser {
  path: string
  /** As the browser names itself: "HeadlessChrome/153.0.8010.0". */
  product: string
  /** Where it came from, in words. */
  from: string
}
export const root: string
export function ensureInstalled(): Promise<void>
export function ensureBuilt(options?: { force?: boolean }): Promise<void>
/** The Node ≥ 22 that runs everything but scripts/. */
export function node24(): string
/** The genuine runtime's executable, if it is on disk. */
export function findElectron(): string | undefined
export function tryDownloadElectron(): Promise<string | undefined>
export function hasScreen(): boolean
export function findBrowser(options?: { headed?: boolean }): Promise<Browser | undefined>
export function getBrowser(options?: { headed?: boolean; quiet?: boolean }): Promise<Browser>
