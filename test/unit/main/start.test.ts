import { expect, it } from 'vitest'
import { loadedBy } from '../../../scripts/lib/row-sources.mjs'

it('the window opens before the engine is loaded: main itself loads neither queue nor database nor network', () => {
  const loaded = loadedBy(['src/main/index.ts'])
  expect(loaded).toContain('src/main/window.ts')
  expect(
    loaded.filter((file) =>
      /^src\/engine\/(?:queue|library\/(?!gone|sight|whys|words)|engine|views|catalogue)/.test(file),
    ),
  ).toEqual([])
  expect(loaded).not.toContain('src/engine/store/database.ts')
  expect(loaded).not.toContain('src/engine/remote/exchange.ts')
})
