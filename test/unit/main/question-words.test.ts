import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { questionWords } from '../../proof/support/page/question-words.ts'

const folder = join(import.meta.dirname, '../../../src/main/consent')
const asked = readdirSync(folder)
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n')

it.each(Object.entries(questionWords))(
  'the oracle of the row page knows main’s question by its words of today: %s (W1)',
  (_, words) => {
    expect(asked).toContain(words)
  },
)
