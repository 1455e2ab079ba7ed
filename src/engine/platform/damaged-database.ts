/** The database's file is not what this home wrote. `isOurs`: what can still be read in it may be this home's own. */
export class DamagedDatabaseError extends Error {
  override name = 'DamagedDatabaseError'
  readonly isOurs: boolean
  constructor(why: string, isOurs: boolean) {
    super(why)
    this.isOurs = isOurs
  }
}
