import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SkillOrder } from '../../../src/contract/orders.ts'
import type { ReceiptView } from '../../../src/contract/views.ts'
import { type Point, watchPoints } from '../../../src/engine/platform/failpoints.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { newFolder } from '../../support/folders.ts'
import { pictureSkill, StrangeService } from '../../support/strange-service.ts'
import { databaseIn } from '../store/support/open.ts'

type Wish = NonNullable<SkillOrder['alsoTo']>
type Copies = NonNullable<ReceiptView['copies']>

const beside: Wish = { to: { kind: 'beside' }, template: '{source}-{skill}' }
const into = (folder: string, template = '{source}-{skill}'): Wish => ({ to: { kind: 'folder', folder }, template })

let strange: StrangeService
let at: EngineAt
let folder: string

beforeEach(async () => {
  folder = newFolder()
  strange = new StrangeService()
  await strange.open()
  strange.models = [
    { entry: { id: 'm', credits_per_generation: 8, media_type: 'image', extra_config: {} }, charge: () => 8 },
  ]
  strange.skills.set(
    'cut',
    pictureSkill(3, () => 3),
  )
  at = await engineAt(strange.base, strange.key)
  at.engine.driver.start()
})
afterEach(() => watchPoints(null))

async function file(name: string, background = '#cc8833', where = folder): Promise<string> {
  const path = join(where, name)
  const create = { width: 24, height: 16, channels: 3, background } as const
  writeFileSync(path, await sharp({ create }).png().toBuffer())
  return path
}

async function ordered(files: string[], alsoTo: Wish, by = at): Promise<string[]> {
  return by.approve(await by.calls['quote.skill']({ skill: 'cut', files, alsoTo }))
}

async function copied(id: string, by = at): Promise<Copies> {
  await by.until(id, ({ copies, assets, state }) => {
    const settled = (copies?.made ?? 0) + (copies?.failed ?? 0)
    return state === 'completed' && settled === assets.length && copies?.waiting === 0
  })
  const { copies } = await by.calls['requests.receipt']({ id })
  if (copies === null) throw new Error('no copies were wished')
  return copies
}

const bytesAtHome = (id: string, by = at): Buffer => {
  const [asset] = by.engine.store.assets.ofRequest(id)
  if (!asset) throw new Error('nothing came home')
  return readFileSync(by.engine.pathOf(asset))
}
const listed = (where = folder): string[] => readdirSync(where).sort()

describe('copies of results', () => {
  it('go beside their pictures, each of a batch, and never over another file', async () => {
    const [fox, owl] = [await file('fox.png'), await file('owl.png', '#336699')]
    writeFileSync(join(folder, 'fox-cut.png'), 'mine')
    const ids = await ordered([fox, owl], beside)
    const copies = await Promise.all(ids.map((id) => copied(id)))
    expect(copies.map(({ files }) => files.map(({ path, state }) => [path, state]))).toEqual([
      [[join(folder, 'fox-cut-2.png'), 'made']],
      [[join(folder, 'owl-cut.png'), 'made']],
    ])
    expect(readFileSync(join(folder, 'fox-cut.png'), 'utf8')).toBe('mine')
    expect(readFileSync(join(folder, 'fox-cut-2.png'))).toEqual(bytesAtHome(ids[0] ?? ''))
    expect(listed()).toEqual(['fox-cut-2.png', 'fox-cut.png', 'fox.png', 'owl-cut.png', 'owl.png'])
  })

  it.skipIf(process.platform === 'win32')('pass by a link under their name, also one that leads nowhere', async () => {
    const [nowhere, itself] = [join(folder, 'fox-cut.png'), join(folder, 'fox-cut-2.png')]
    symlinkSync(join(folder, 'not-there.png'), nowhere)
    symlinkSync(itself, itself)
    const [id = ''] = await ordered([await file('fox.png')], beside)
    expect((await copied(id)).files).toMatchObject([{ state: 'made', path: join(folder, 'fox-cut-3.png') }])
    expect(readFileSync(join(folder, 'fox-cut-3.png'))).toEqual(bytesAtHome(id))
    expect(readlinkSync(nowhere)).toBe(join(folder, 'not-there.png'))
    expect(listed()).toEqual(['fox-cut-2.png', 'fox-cut-3.png', 'fox-cut.png', 'fox.png'])
  })

  it('go to a folder under the name of a template, of a generation too, and say nothing to the service (O96)', async () => {
    const out = newFolder()
    const quote = await at.calls['quote.generation']({
      prompt: 'A fox / at "dusk"',
      modelId: 'm',
      alsoTo: into(out, '{prompt}_{n} {skill}'),
    })
    const [id = ''] = await at.approve(quote)
    await copied(id)
    expect(listed(out)).toEqual(['A-fox-at-dusk-_01.png'])
    const [post] = strange.heard.filter(({ path }) => path === '/api/generate/v2')
    expect(Object.keys(post?.body ?? {}).sort()).toEqual(['aspectRatio', 'idempotencyKey', 'modelId', 'prompt'])
  })

  it('that cannot be made leave the request as it is, are told of with the way out, and are made when asked again', async () => {
    const out = join(folder, 'out')
    const [id = ''] = await ordered([await file('fox.png')], into(out))
    expect((await copied(id)).files).toEqual([
      { name: expect.any(String), state: 'failed', path: null, problem: `The folder ${out} is not there.` },
    ])
    expect(await at.settled(id)).toMatchObject({ state: 'completed', error: null, copies: { failed: 1 } })
    mkdirSync(out)
    await at.calls['requests.copyAgain']({ id })
    expect(await copied(id)).toMatchObject({ files: [{ state: 'made', path: join(out, 'fox-cut.png') }] })
  })

  it.skipIf(process.getuid?.() === 0)('say that a folder may not be written in', async () => {
    const out = newFolder()
    chmodSync(out, 0o500)
    const [id = ''] = await ordered([await file('fox.png')], into(out))
    expect((await copied(id)).files[0]?.problem).toBe('This account may not write in that folder.')
    chmodSync(out, 0o700)
  })

  it('have no place beside a picture that came from an address, or that is the library’s own', async () => {
    const [id = ''] = await ordered([await file('fox.png')], beside)
    await copied(id)
    const [asset] = at.engine.store.assets.ofRequest(id)
    const [own = ''] = await ordered([asset ? at.engine.pathOf(asset) : ''], beside)
    expect((await copied(own)).files[0]?.problem).toMatch(/own library/)
    const [distant = ''] = await ordered(['https://pictures.test/fox.png'], beside)
    expect((await copied(distant)).files[0]?.problem).toMatch(/came from an address/)
  })

  it('are not made twice by being asked for again, and are made anew where they were taken away', async () => {
    const [id = ''] = await ordered([await file('fox.png')], beside)
    await copied(id)
    await at.calls['requests.copyAgain']({ id })
    await copied(id)
    expect(listed()).toEqual(['fox-cut.png', 'fox.png'])
    rmSync(join(folder, 'fox-cut.png'))
    await at.calls['requests.copyAgain']({ id })
    await copied(id)
    expect(listed()).toEqual(['fox-cut.png', 'fox.png'])
  })

  it('of a file that is not what came home are not made', async () => {
    const out = newFolder()
    const [id = ''] = await ordered([await file('fox.png')], into(join(out, 'later')))
    await copied(id)
    const [asset] = at.engine.store.assets.ofRequest(id)
    writeFileSync(asset ? at.engine.pathOf(asset) : '', 'something else')
    mkdirSync(join(out, 'later'))
    await at.calls['requests.copyAgain']({ id })
    expect((await copied(id)).files[0]?.problem).toMatch(/not the one that came home/)
    expect(listed(join(out, 'later'))).toEqual([])
  })
})

describe('whatever happens in between, a copy', () => {
  const borders: Point[] = [
    'assets commit',
    'copies commit',
    'result copy',
    'result copy sync',
    'result copy name',
    'receipts commit',
  ]
  /** What the end of a process does, which leaves no trace of what it was doing. */
  const closing: ReadonlySet<Point> = new Set(['claim commit', 'keep commit'])
  const moments = borders.flatMap((point) => (['before', 'after'] as const).map((side) => ({ point, side })))

  it.each(moments)('is made once where the app dies $side “$point”', async ({ point, side }) => {
    const path = await file('fox.png')
    let isHome = false
    let isDead = false
    watchPoints((reached, which) => {
      // Dead means that nothing more is done; the moment comes when the result is at home.
      if (reached === 'result rename') isHome = true
      if (isHome && reached === point && which === side) isDead = true
      if (isDead && !closing.has(reached)) throw new Error('died')
    })
    const [id = ''] = await ordered([path], beside)
    await expect.poll(() => isDead).toBe(true)
    await at.close()
    watchPoints(null)
    const next = await engineAt(strange.base, strange.key, { home: at.home })
    next.engine.driver.start()
    expect((await copied(id, next)).files).toMatchObject([{ state: 'made', path: join(folder, 'fox-cut.png') }])
    expect(listed()).toEqual(['fox-cut.png', 'fox.png'])
    expect(readFileSync(join(folder, 'fox-cut.png'))).toEqual(bytesAtHome(id, next))
  })

  it('leaves nothing behind where it was cut off in the middle of a file', async () => {
    const path = await file('fox.png')
    const out = join(folder, 'out')
    const [id = ''] = await ordered([path], into(out))
    await copied(id)
    mkdirSync(out)
    // What a process that was killed leaves is what another one finds while it copies.
    let half = ''
    watchPoints((reached, side) => {
      if (reached !== 'result copy sync' || side !== 'before') return
      half = listed(out)[0] ?? ''
      throw Object.assign(new Error('gone'), { code: 'EIO' })
    })
    await at.calls['requests.copyAgain']({ id })
    expect((await copied(id)).files[0]?.problem).toBe('The disk of that folder does not answer.')
    watchPoints(null)
    expect(half).toMatch(/^\.printroom-/)
    writeFileSync(join(out, half), 'half')
    await at.calls['requests.copyAgain']({ id })
    await copied(id)
    expect(listed(out)).toEqual(['fox-cut.png'])
  })

  it('that was wished is made where the database is lost before its result is home', async () => {
    const path = await file('fox.png')
    at.engine.driver.pause(true)
    const [id = ''] = await ordered([path], beside)
    await at.close()
    const { data } = at.engine.options.folders
    for (const end of ['', '-wal', '-shm']) rmSync(databaseIn(data) + end, { force: true })
    const next = await engineAt(strange.base, strange.key, { home: at.home })
    next.engine.driver.start()
    next.engine.driver.pause(false)
    expect(await copied(id, next)).toMatchObject({ folder: null, files: [{ state: 'made' }] })
    expect(listed()).toEqual(['fox-cut.png', 'fox.png'])
  })
})
