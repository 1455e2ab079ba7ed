import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { practiceHome, printroom, resultOf, samplePhoto } from '../support/terminal.ts'

let place: Awaited<ReturnType<typeof practiceHome>>
const fast = { env: { PRINTROOM_TIME_SCALE: '20' } }
const run = (...words: string[]) => printroom([...place.words, ...words], fast)

beforeEach(async () => {
  place = await practiceHome()
})
afterEach(() => place.remove())

const control = async (body: unknown): Promise<void> => {
  const { control: address } = JSON.parse(readFileSync(join(place.home, 'practice/remote/practice.json'), 'utf8')) as {
    control: string
  }
  const answer = await fetch(`${address}/state`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.ok).toBe(true)
}

describe('the queue from the terminal', () => {
  it('is paused, holds what is ordered, lets it be taken out, and goes on with the rest', async () => {
    expect((await run('queue', 'pause')).status).toBe(0)
    const ordered = await run('--yes', 'skill', 'remove-bg', '--twice', samplePhoto, samplePhoto)
    expect(ordered.status, ordered.stderr).toBe(5)
    const [first, second] = resultOf(ordered)
    const listed = await run('queue', 'list')
    expect(listed.lines.map((line) => line.state)).toEqual(['queued', 'queued'])
    const out = await run('queue', 'cancel', String(first?.id))
    expect(out.status, out.stderr).toBe(0)
    expect(resultOf(out)[0]?.state).toBe('cancelled')
    expect((await run('queue', 'resume')).status).toBe(0)
    const resumed = await run('resume', '--wait')
    expect(resultOf(resumed).map(({ id, state }) => [id, state])).toEqual([[second?.id, 'completed']])
    const again = await run('queue', 'cancel', String(second?.id))
    expect(again.status).toBe(4)
    expect(again.stderr).toMatch(/cannot be taken out/)
    // Taken out is kept and listed.
    const all = await run('receipts', 'list')
    expect(all.lines.map((line) => line.state).sort()).toEqual(['cancelled', 'completed'])
  })

  it('decides what only a person can: after topping up the same request is sent, and charged once (O61)', async () => {
    await run('models')
    let letGo = (): void => undefined
    const holder = printroom([...place.words, 'practice', 'serve', '--port', '0'], {
      ...fast,
      begun: (child) => {
        letGo = () => void child.kill('SIGTERM')
      },
    })
    onTestFinished(async () => {
      letGo()
      await holder
    })
    await expect
      .poll(() =>
        control({ balances: { acc_a: { purchased: 5 } } }).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    const [model] = (await run('models', '--media', 'image')).lines
    const asked = await run('--yes', 'generate', '--prompt', 'a lake', '--model', String(model?.id), '--wait')
    expect(asked.status, asked.stderr).toBe(3)
    const id = String(resultOf(asked)[0]?.id)
    const [listed] = (await run('queue', 'list')).lines
    const choices = (listed?.choices ?? []) as { id: string }[]
    expect(choices.map((choice) => choice.id)).toEqual(['send-again', 'leave'])
    expect((await run('queue', 'decide', id, 'new-order')).status).toBe(2)
    await control({ balances: { acc_a: { purchased: 50 } } })
    const decided = await run('queue', 'decide', id, 'send-again')
    expect(decided.status, decided.stderr).toBe(5)
    const resumed = await run('resume', '--wait')
    expect(resultOf(resumed)).toMatchObject([{ id, state: 'completed', creditsUsed: 6 }])
    const ledger = (await run('practice', 'ledger')).lines.filter((line) => line.kind === 'charge')
    expect(ledger.map((line) => line.requestId)).toEqual([id])
  })
})

describe('practice serve', () => {
  it('ends with the program that started it, however that ends', async () => {
    let address = ''
    await printroom([...place.words, 'practice', 'serve', '--port', '0'], {
      ...fast,
      watch: (child, stdout) => {
        if (address !== '' || !stdout.includes('\n')) return
        address = (JSON.parse(stdout.split('\n')[0] ?? '') as { url: string }).url
        child.kill('SIGKILL')
      },
    })
    await expect
      .poll(() =>
        fetch(`${address}/api/models`).then(
          () => 'answers',
          () => 'stopped',
        ),
      )
      .toBe('stopped')
  })
})
