import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { setBudget } from '../../src/engine/studio/budgets.ts'
import { openCommands } from '../../src/engine/studio/commands.ts'
import { takeOrder } from '../../src/engine/studio/orders.ts'
import { setPerson } from '../../src/engine/studio/people.ts'
import { describeStudio } from '../engine/studio/support/studio.ts'
import { type Atelier, atelier } from '../engine/studio/support/workers.ts'
import { newFolder } from '../support/folders.ts'
import { eventsOf, printroom, resultOf } from '../support/terminal.ts'

/** Three of Ann's that are taken while no worker runs, so that nothing of them is sent before something has changed. */
async function orderedByAnn(studio: Atelier): Promise<void> {
  const { database, remote } = studio
  await database.transaction((transaction) => setPerson(transaction, 'Mia', 'admin'))
  const first = await studio.work('one')
  const { fingerprint } = first.engine.key
  await first.end()
  const ordering = studio.order('Ann', 3)
  let taken = false
  while (!taken)
    for (const command of await openCommands(database, 1)) {
      const judged = { service: remote.url, keyFingerprint: fingerprint, refusal: null }
      taken = (await takeOrder(database, command, judged, randomUUID())) !== null
    }
  expect((await ordering).outcome).toMatchObject({ is: 'done' })
}

const terminal = (studio: Atelier, person: string | null, words: string[]) =>
  printroom(['--home', newFolder(), '--json', ...words, ...(person === null ? [] : ['--person', person])], {
    env: { PRINTROOM_STUDIO: studio.address },
  })

const areAsked: Parameters<Atelier['until']>[0] = (all) => all.every(({ phase }) => phase === 'needs-decision')

describeStudio('what is held up in a studio', (server) => {
  it('of somebody who was revoked what was not sent asks a lead or an administrator; it goes on in words, or not (9)', async () => {
    const studio = await atelier(server())
    await orderedByAnn(studio)
    const revoked = await terminal(studio, 'Mia', ['studio', 'people', 'revoke', 'Ann'])
    expect([revoked.status, revoked.stderr]).toEqual([
      0,
      expect.stringMatching(
        /3 requests of Ann that nothing was sent for are held when the turn comes.*a lead or an administrator says what goes on\. What was sent comes home\./,
      ),
    ])
    await studio.work('two')
    const [asked] = await studio.until(areAsked)
    expect(asked?.decision?.question).toMatch(
      /Needs a lead’s approval\. Ann may not act in this studio any more\. Nothing was sent\. Nothing was charged\./,
    )
    const list = await terminal(studio, null, ['queue', 'list', '--studio'])
    expect(eventsOf(list, 'request')).toHaveLength(3)
    const own = await terminal(studio, 'Ann', ['queue', 'decide', asked?.id ?? '', 'accept-price', '--studio'])
    expect([own.status, own.stderr]).toEqual([4, expect.stringContaining('Ann may not act in this studio any more')])
    const words = ['queue', 'decide', asked?.id ?? '', 'accept-price', '--studio', '--wait']
    const approved = await terminal(studio, 'Mia', words)
    expect([approved.status, resultOf(approved).map(({ state }) => state)], approved.stderr).toEqual([0, ['completed']])
    expect((await studio.receipts()).map(({ phase }) => phase).toSorted()).toEqual([
      'completed',
      'needs-decision',
      'needs-decision',
    ])
  }, 120_000)

  it('a budget that stops it is named with who raises it, and one act sends all that it stopped (10)', async () => {
    const studio = await atelier(server())
    const { database } = studio
    await orderedByAnn(studio)
    await database.transaction((transaction) => setBudget(transaction, 'person', 'Ann', { perDay: 0 }))
    await studio.work('two')
    const [asked] = await studio.until(areAsked)
    expect(asked?.decision?.question).toMatch(
      /^Stopped before Ann’s own budget\. It costs \d+ credits?, and Ann’s own budget is 0 credits in 24 hours: .* Nothing was sent\. Nothing was charged\. A lead or an administrator can raise it, with “studio budget person Ann”\. Then try again; “queue decide stopped try-again --studio” does so for all that budgets stopped\.$/,
    )
    const all = ['queue', 'decide', 'stopped', 'try-again', '--studio']
    const others = await terminal(studio, 'Ben', all)
    expect([others.status, others.stderr]).toEqual([
      2,
      expect.stringContaining('No budget has stopped a request that you may answer for.'),
    ])
    await terminal(studio, 'Mia', ['studio', 'budget', 'person', 'Ann', 'day', 'none'])
    const went = await terminal(studio, 'Ann', [...all, '--wait'])
    expect(went.status, went.stderr).toBe(0)
    expect(resultOf(went).map(({ state }) => state)).toEqual(['completed', 'completed', 'completed'])
  }, 120_000)
})
