import { HomeCopy } from './home.ts'
import type { PlanOptions } from './plan.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/**
 * Turns that things take while orders are under way, beside what fails: prices, the lists that they stand in, disks, and the
 * home itself. Each says how long it lasts.
 */
export class Turns {
  readonly #options: PlanOptions
  #homes = 0
  #hasCopy = false

  constructor(options: PlanOptions) {
    this.#options = options
  }

  turn(which: number): number {
    switch (which) {
      case 0:
        return this.#lists()
      case 1:
        return this.prices(1 + this.#options.chance.below(4))
      case 2:
        this.prices(1)
        return this.#lists()
      case 3:
        return this.#libraryAway()
      case 4:
        return this.#copyHome()
      case 5:
        return this.#moveHome()
      default:
        return this.#pause(this.#pauseMs())
    }
  }

  /** Just then, when nobody knows what became of an order. */
  inDoubt(): number {
    const { chance } = this.#options
    if (!chance.percent(6)) return 0
    const isMove = chance.percent(30)
    // Not in the midst of the app's own step.
    const ms = isMove ? minute : this.#pauseMs()
    this.#later(0, () => (isMove ? this.#moveHome() : this.#pause(ms)))
    if (chance.percent(50)) this.prices(1)
    return ms + 2 * minute
  }

  #later(ms: number, call: () => void): void {
    this.#options.time.after(ms, null, call)
  }

  #pauseMs(): number {
    return this.#options.chance.oneOf([20 * second, 5 * minute, 22 * minute, 3 * hour, 48 * hour])
  }

  /** Of any length: also until what was known before it is worth nothing any more. */
  #pause(ms: number): number {
    const { acts, watch } = this.#options
    watch.note('pause of any length')
    acts.pause(ms)
    return ms + minute
  }

  /** Everything costs more from now on, or less, as the lists say too; and again. */
  prices(times: number): number {
    const { say, watch, chance, shared } = this.#options
    const add = chance.oneOf([-3, -1, 1, 2, 5, 20])
    say(`every price is ${add > 0 ? `${add} more` : `${-add} less`} than usual`)
    watch.note(add > 0 ? 'price rise' : 'price fall')
    shared.remote.change({ market: { add } })
    if (times <= 1) return 0
    const ms = chance.below(3 * minute)
    this.#later(ms, () => this.prices(times - 1))
    return ms
  }

  #lists(): number {
    const { say, watch, chance, weather } = this.#options
    const trouble = weather.troubleLists()
    const ms = chance.oneOf([minute, 8 * minute, 40 * minute, 5 * hour])
    say(`the lists cannot be read: ${trouble}`)
    watch.note('lists that cannot be read')
    this.#later(ms, () => {
      weather.lists = null
    })
    return ms
  }

  #libraryAway(): number {
    const { say, watch, chance, weather } = this.#options
    const ms = chance.oneOf([5 * second, 5 * minute, hour])
    say('the disk of the library is away')
    watch.note('library away')
    weather.isLibraryThere = false
    this.#later(ms, () => {
      say('the disk of the library is back')
      weather.isLibraryThere = true
    })
    return ms
  }

  /** Between two runs of the app its folder gets another name. */
  #moveHome(): number {
    const { say, watch, programs, disk, home } = this.#options
    programs.endAll(() => {
      this.#homes += 1
      const to = `${home.path.replace(/-\d+$/, '')}-${this.#homes}`
      say(`the home lies at ${to} now`)
      watch.note('moved home')
      disk.moveFolder(home.path, to)
      home.path = to
      watch.journalCut()
    })
    return minute
  }

  /** Somebody copies the home, goes on with it, and later opens the copy in its place: from another disk, or a backup. */
  #copyHome(): number {
    const { say, watch, chance, programs, disk, home, shared } = this.#options
    if (this.#hasCopy) return 0
    this.#hasCopy = true
    say('somebody copies the home')
    const copy = new HomeCopy(shared.database.db, disk, home.path)
    const ms = chance.oneOf([5 * second, minute, 20 * minute, 30 * hour])
    this.#later(ms, () =>
      programs.endAll(() => {
        say('the copy takes the place of the home')
        watch.note('copied home')
        copy.putBack(home.path, shared.database.empty)
        home.databaseFile += 1
        watch.replaced()
      }),
    )
    return ms + minute
  }
}
