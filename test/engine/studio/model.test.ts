import { expect, it } from 'vitest'
import { chanceOf } from '../../proof/support/random.ts'
import { unasked } from '../../proof/support/studio-simulation/statements.ts'
import { modelStudio, realStudio, Story } from './support/model-story.ts'
import { describeStudio, newStudio } from './support/studio.ts'

const sequences = 80
const actsEach = 32

describeStudio('the database of the row “workers”', (server) => {
  it('answers and holds after any acts what PostgreSQL does (I1, I3, I10, A23)', async () => {
    const { database } = await newStudio(server())
    const real = realStudio(database)
    for (let seed = 1; seed <= sequences; seed += 1) {
      const model = modelStudio()
      const [first, second] = [new Story(model, chanceOf(seed)), new Story(real, chanceOf(seed))]
      await Promise.all([model.begin(), real.begin()])
      for (let n = 0; n < actsEach; n += 1) {
        const [said, expected] = [await first.next(), await second.next()]
        expect(said, `act ${n + 1} of sequence ${seed}`).toEqual(expected)
      }
      expect(await model.dump(), `after sequence ${seed}`).toEqual(await real.dump())
    }
    // Each rule of the model was asked for.
    expect(unasked()).toEqual([])
  }, 300_000)
})
