import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { pictureFile } from '../../../src/engine/api/picture-files.ts'
import { galleryImage } from '../../../src/engine/catalogue/gallery.ts'
import { CacheRoom } from '../../../src/engine/gallery/cache-room.ts'
import { mostKept } from '../../../src/engine/store/gallery-rows.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { newFolder } from '../../support/folders.ts'
import { StrangeService } from '../../support/strange-service.ts'

const hour = 3_600_000

let strange: StrangeService
let at: EngineAt
let clock = 0
const now = () => clock

beforeEach(async () => {
  clock = Date.UTC(2026, 10, 3, 9)
  strange = new StrangeService()
  await strange.open()
  strange.gallery.set('dunes-1', {
    id: 'dunes-1',
    text: 'Terracotta dunes',
    prompt_ready: true,
    prompt_segments: null,
    media_urls: [`${strange.base}/pictures/a.png`, `${strange.base}/pictures/b.png`],
    model: 'Family',
    sref: null,
    author_display_name: 'Ada',
    author_avatar_url: `${strange.base}/pictures/ada.png`,
    season: { is: 'autumn' },
  })
  at = await engineAt(strange.base, strange.key, { now })
})

const down = () => {
  strange.instead = () => ({ status: 503, body: { error: 'closed' } })
}

const look = (typed: string, engine = at) => engine.calls['gallery.look']({ typed })
/** As the app's scheme asks for it: by the path alone. */
const file = (address: string, { engine } = at) =>
  pictureFile(engine, /^printroom:\/\/([^?]*)/.exec(address)?.[1] ?? '')
const cached = ({ home } = at): string[] => {
  const folder = join(home, 'service/cache/gallery')
  return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
}

/** All of its pictures are at home. */
async function whole(engine = at): Promise<void> {
  const { pictures, avatar } = await engine.calls['gallery.get']({ id: 'dunes-1' })
  for (const { thumbnail } of pictures) expect(await file(thumbnail, engine)).not.toBeNull()
  expect(await file(avatar ?? '', engine)).not.toBeNull()
}

describe('a curated picture', () => {
  it('is asked of the configured service alone, whatever host a link names, without the key (O74, O12)', async () => {
    const found = await look('https://elsewhere.example/gallery/dunes-1?from=a-friend')
    expect(found.words).toBeNull()
    expect(found.picture).toMatchObject({
      id: 'dunes-1',
      prompt: 'Terracotta dunes',
      isReady: true,
      label: 'Family',
      author: 'Ada',
      sref: null,
      others: [{ name: 'season', value: '{"is":"autumn"}' }],
    })
    await whole()
    expect(strange.heard.map(({ path }) => path).sort()).toEqual([
      '/api/images/dunes-1',
      '/pictures/a.png',
      '/pictures/ada.png',
      '/pictures/b.png',
    ])
    expect(strange.heard.map(({ bearer }) => bearer)).toEqual([null, null, null, null])
  })

  it('is kept with its files, and browsed after a restart while the service is away (O76)', async () => {
    await look('dunes-1')
    await whole()
    await at.close()
    down()
    const again = await engineAt(strange.base, strange.key, { now, home: at.home })
    const heard = strange.heard.length
    const list = await again.calls['gallery.list']({})
    expect(list).toMatchObject({ found: 1, total: 1, labels: [{ name: 'Family', count: 1 }] })
    expect(list.items[0]).toMatchObject({ id: 'dunes-1', title: 'Terracotta dunes', count: 2, width: 24, height: 16 })
    await whole(again)
    const [picture] = (await again.calls['gallery.get']({ id: 'dunes-1' })).pictures
    const path = await file(picture?.full ?? '', again)
    expect((await sharp(readFileSync(path ?? '')).metadata()).width).toBe(24)
    expect(strange.heard.length).toBe(heard)
    clock += 2 * hour
    const stale = await look('dunes-1', again)
    expect(stale.picture?.prompt).toBe('Terracotta dunes')
    expect(stale.words).toContain('The service is not answering.')
  })

  it('is found by all words of a search and by its label, of this service alone', async () => {
    strange.gallery.set('sea', { text: 'A quiet sea, DAWN', model: null, author_username: 'mira' })
    await look('dunes-1')
    clock += 1000
    await look('sea')
    const ids = async (wish: { search?: string; label?: string }) =>
      (await at.calls['gallery.list'](wish)).items.map(({ id }) => id)
    expect(await ids({})).toEqual(['sea', 'dunes-1'])
    expect(await ids({ search: 'mira dawn' })).toEqual(['sea'])
    expect(await ids({ search: 'ada dawn' })).toEqual([])
    expect(await ids({ label: 'Family' })).toEqual(['dunes-1'])
    expect(at.engine.store.gallery.list('https://other.example', [], null, 10)).toEqual([])
  })

  it('that the gallery does not have is a sentence, and a kept copy stays (O74)', async () => {
    expect(await look('nobody')).toEqual({
      picture: null,
      words: 'The gallery has no picture “nobody”. Check the id. Your own pictures are in the library.',
    })
    expect((await look('https://a.example')).words).toContain('Nothing was asked.')
    await look('dunes-1')
    strange.gallery.delete('dunes-1')
    clock += 2 * hour
    const { picture, words } = await look('dunes-1')
    expect(picture?.id).toBe('dunes-1')
    expect(words).toBe('The gallery has no picture “dunes-1”. The copy that was kept here stays.')
    down()
    expect((await look('another')).words).toMatch(/^The gallery cannot be read\. .*Nothing was charged\.$/)
  })

  it.each(['', '.', '..'])('named %j is nobody’s, and is not asked for (O74)', async (id) => {
    const { service, origin, store } = at.engine
    expect(await galleryImage(id, { service, keyValues: store.keyValues, origin, now })).toEqual({ type: 'missing' })
    expect(strange.heard).toEqual([])
  })

  it('is kept with what is newly said of it, in its place', async () => {
    await look('dunes-1')
    const { keptAt } = await at.calls['gallery.get']({ id: 'dunes-1' })
    strange.gallery.set('dunes-1', { text: 'Other words', likes: 5 })
    clock += 2 * hour
    await look('dunes-1')
    const view = await at.calls['gallery.get']({ id: 'dunes-1' })
    expect(view).toMatchObject({ prompt: 'Other words', likes: 5, keptAt, pictures: [], thumbnail: null })
    expect(Date.parse(view.readAt)).toBe(clock)
  })

  it('has another address in the window with each new word of the service, so that no older picture or gap stays', async () => {
    const addressesOf = async (): Promise<string[]> => {
      await look('dunes-1')
      const { thumbnail, avatar, pictures } = await at.calls['gallery.get']({ id: 'dunes-1' })
      return [thumbnail ?? '', avatar ?? '', ...pictures.flatMap((one) => [one.thumbnail, one.full])]
    }
    const first = await addressesOf()
    expect(await addressesOf()).toEqual(first)
    expect((await at.calls['gallery.list']({})).items[0]?.thumbnail).toBe(first[0])
    clock += 2 * hour
    const media_urls = [`${strange.base}/pictures/c.png`, `${strange.base}/pictures/b.png`]
    strange.gallery.set('dunes-1', { ...strange.gallery.get('dunes-1'), media_urls })
    const second = await addressesOf()
    expect(second.filter((address) => first.includes(address))).toEqual([])
    expect(second.map((address) => address.split('?')[0])).toEqual(first.map((address) => address.split('?')[0]))
    await whole()
    expect(strange.count('GET', '/pictures/c.png')).toBe(1)
  })

  it('is forgotten with its files and the copy of the answer', async () => {
    const { picture } = await look('dunes-1')
    await whole()
    expect(cached().filter((name) => name.endsWith('.png')).length).toBe(3)
    await at.calls['gallery.forget']({ id: 'dunes-1' })
    expect(cached()).toEqual([])
    expect(await file(picture?.thumbnail ?? '')).toBeNull()
    await expect(at.calls['gallery.get']({ id: 'dunes-1' })).rejects.toThrow('not kept here any more')
    await look('dunes-1')
    expect(strange.count('GET', '/api/images/dunes-1')).toBe(2)
  })

  it('shows no file that is no picture, lies in a private network, or was not named by the service (A39)', async () => {
    strange.gallery.set('bad', {
      media_urls: ['http://192.168.0.1/a.png', 'file:///etc/passwd', `${strange.base}/page`, 'nonsense'],
    })
    strange.instead = ({ path }) =>
      path === '/page' ? { status: 200, body: Buffer.from('<html><script>1</script></html>') } : null
    const { picture } = await look('bad')
    expect(picture?.pictures.length).toBe(4)
    for (const { full, thumbnail } of picture?.pictures ?? []) {
      expect(await file(full)).toBeNull()
      expect(await file(thumbnail)).toBeNull()
    }
    for (const address of ['gallery/bad/4/full', 'gallery/bad/-1/full', 'gallery/bad/avatar/full', 'gallery/no/0/full'])
      expect(await file(address)).toBeNull()
    expect(cached().filter((name) => name.includes('.'))).toEqual([])
  })
})

describe('what is kept of the gallery', () => {
  it('is nothing of which the service says far too much, and nothing is left of it (W1)', async () => {
    const before = await look('dunes-1')
    strange.gallery.set('long', { id: 'long', text: 'x'.repeat(1_900_000), media_urls: [] })
    expect(await look('long')).toEqual({
      picture: null,
      words:
        'The gallery cannot be read. The service says more of this picture than is kept of one. Nothing was charged.',
    })
    expect(at.engine.store.gallery.count(at.engine.origin, [], null)).toBe(1)
    expect(at.engine.store.keyValues.cachedAt(at.engine.origin, 'gallery:long')).toBeNull()
    expect((await look('dunes-1')).picture?.id).toBe(before.picture?.id)
  })

  it('is no more than so many; those that are kept can be looked up again, and one that is removed makes room (W1)', async () => {
    const { gallery } = at.engine.store
    for (let n = 0; n < mostKept; n += 1)
      gallery.keep(at.engine.origin, `kept-${n}`, { value: { id: `kept-${n}` }, label: null, words: '', atMs: clock })
    const asked = strange.heard.length
    expect(await look('dunes-1')).toMatchObject({ picture: null, words: expect.stringMatching(/Nothing was asked/) })
    expect(strange.heard).toHaveLength(asked)
    await at.calls['gallery.forget']({ id: 'kept-3' })
    expect((await look('dunes-1')).picture?.id).toBe('dunes-1')
    expect((await look('dunes-1')).picture?.id).toBe('dunes-1')
    expect(gallery.count(at.engine.origin, [], null)).toBe(mostKept)
  })

  it('has files up to so many bytes: what nobody has looked at for longest goes, and comes again (W1)', async () => {
    const folder = newFolder()
    const room = new CacheRoom(folder, 1000)
    const put = async (name: string, bytes: number, atMs: number): Promise<void> => {
      writeFileSync(join(folder, name), Buffer.alloc(bytes))
      utimesSync(join(folder, name), atMs / 1000, atMs / 1000)
      await room.brought(join(folder, name))
    }
    for (const [n, name] of ['a', 'b', 'c', 'd'].entries()) await put(name, 240, 1_000_000 + n)
    await room.looked(join(folder, 'a'))
    await put('e', 240, Date.now())
    expect(readdirSync(folder).sort()).toEqual(['a', 'd', 'e'])
    await put('large', 5000, Date.now() + 1000)
    expect(readdirSync(folder).sort()).toEqual(['large'])
  })
})
