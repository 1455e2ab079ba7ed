import { expect, it } from 'vitest'
import { calls } from '../../../src/contract/ipc.ts'
import type { Json } from '../../../src/domain/json.ts'
import { Handles } from '../../../src/main/handles/handles.ts'
import { fromKept, toKeep } from '../../../src/main/handles/kept-forms.ts'
import { namedInText } from '../../../src/main/handles/named-in-text.ts'
import { withHandles, withPaths } from '../../../src/main/handles/swap.ts'

const lines = ['/pictures/a.jpg', '/pictures/b.jpg', '/pictures/c.jpg'] as const

it('a file has the same handle each time, made of chance: the same path has another one in another run (W2)', () => {
  const handles = new Handles()
  const handle = handles.of('file', lines[0])
  expect(handle).toMatch(/^f_[\w-]{22}$/)
  expect(handles.of('file', lines[0])).toBe(handle)
  expect(new Handles().of('file', lines[0])).not.toBe(handle)
  expect(handles.pathOf('file', handle)).toBe(lines[0])
})

it('what was given to no page stands for nothing, and a file that was chosen is no folder to write into (W2)', () => {
  const handles = new Handles()
  const file = handles.of('file', '/pictures')
  expect(() => handles.pathOf('file', `f_${'A'.repeat(22)}`)).toThrow(/not known any more.*Nothing was done, sent/)
  expect(() => handles.pathOf('folder', file)).toThrow(/Choose it again/)
  expect(() => handles.pathOf('folder', `d_${file.slice(2)}`)).toThrow(/Choose it again/)
  expect(() => handles.pathOf('file', '/pictures')).toThrow(/Choose it again/)
})

it('what was not named for longest is forgotten first, and has another handle afterwards', () => {
  const handles = new Handles(2)
  const [first, second] = [handles.of('file', lines[0]), handles.of('file', lines[1])]
  handles.pathOf('file', first)
  handles.of('file', lines[2])
  expect(handles.pathOf('file', first)).toBe(lines[0])
  expect(() => handles.pathOf('file', second)).toThrow(/not known/)
  expect(handles.of('file', lines[1])).not.toBe(second)
})

it('behind the door each handle of a message is a path, wherever it stands, and addresses stay as they are (W2)', () => {
  const handles = new Handles()
  const [a, b] = [handles.of('file', lines[0]), handles.of('file', lines[1])]
  const folder = handles.of('folder', '/results')
  const address = 'https://a.example/c.jpg'
  const copies = (to: string) => ({ to: { kind: 'folder' as const, folder: to }, template: '{source}' })
  const order = {
    skill: 'remove-bg',
    files: [a, address],
    values: { brand: a },
    pictures: [{ field: 'logo', source: b }],
    reencode: [a],
    alsoTo: copies(folder),
  }
  expect(withPaths(calls['quote.skill'].input, order, handles)).toEqual({
    skill: 'remove-bg',
    files: [lines[0], address],
    // A value is a text for the service, whatever it looks like.
    values: { brand: a },
    pictures: [{ field: 'logo', source: lines[1] }],
    reencode: [lines[0]],
    alsoTo: copies('/results'),
  })
  const beside = { ...order, alsoTo: { to: { kind: 'beside' }, template: '{source}' } }
  expect(withPaths(calls['quote.skill'].input, beside, handles)).toMatchObject({ alsoTo: beside.alsoTo })
  const watch = { ...order, folder, alsoTo: null, each: 1, cap: 2 }
  expect(withPaths(calls['watch.setUp'].input, watch, handles)).toMatchObject({ folder: '/results', alsoTo: null })
})

it('an answer names files by handles, and shows paths in words alone (W2)', () => {
  const handles = new Handles()
  const looked = { file: lines[0], path: lines[0], name: 'a.jpg', sizeBytes: 1, problem: null }
  expect(withHandles(calls['files.inspect'].output, [looked], handles)).toEqual([
    { ...looked, file: handles.of('file', lines[0]) },
  ])
  const quote = {
    leftOut: [{ file: lines[1], message: 'Too large.', original: null }],
    repeated: { note: 'Twice.', sources: [lines[0], 'https://a.example/c.jpg'] },
    alreadyPaid: [{ source: lines[2] }, { source: null }],
    rest: null,
  }
  expect(withHandles(calls['quote.skill'].output, quote, handles)).toEqual({
    leftOut: [{ file: handles.of('file', lines[1]), message: 'Too large.', original: null }],
    repeated: { note: 'Twice.', sources: [handles.of('file', lines[0]), 'https://a.example/c.jpg'] },
    alreadyPaid: [{ source: handles.of('file', lines[2]) }, { source: null }],
    rest: null,
  })
  expect(withHandles(calls['prompts.orderOf'].output, null, handles)).toBeNull()
})

it('a form keeps its files in the next run, and another form’s stand for nothing there (W2)', () => {
  const handles = new Handles()
  const [a, b] = [handles.of('file', lines[0]), handles.of('file', lines[1])]
  const folder = handles.of('folder', '/results')
  const form = { values: {}, files: [{ file: a, name: 'a.jpg' }], also: { folder, path: '/results' } }
  const kept = toKeep(form, handles)
  const later = new Handles()
  expect(fromKept(kept, later)).toEqual(form)
  expect([later.pathOf('file', a), later.pathOf('folder', folder)]).toEqual([lines[0], '/results'])
  expect(later.of('file', lines[0])).toBe(a)
  expect(() => later.pathOf('file', b)).toThrow(/not known/)
})

it('no form says itself what a handle stands for (W2)', () => {
  const made = `f_${'A'.repeat(22)}`
  const forms: Json[] = [{ value: null, files: { [made]: '/etc/passwd' } }, { files: ['/etc/passwd'] }]
  for (const form of forms) {
    const later = new Handles()
    expect(fromKept(toKeep(form, new Handles()), later)).toEqual(form)
    expect(() => later.pathOf('file', made)).toThrow(/not known/)
  }
})

it('a form that an earlier version wrote by paths comes back with handles', () => {
  const handles = new Handles()
  const address = 'https://a.example/c.jpg'
  const of = (path: string) => handles.of('file', path)
  expect(
    fromKept(
      { files: [lines[0], address], pictures: { logo: [lines[1]] }, reencode: [lines[0]], values: { files: ['/a'] } },
      handles,
    ),
  ).toEqual({
    files: [of(lines[0]), address],
    pictures: { logo: [of(lines[1])] },
    reencode: [of(lines[0])],
    values: { files: ['/a'] },
  })
  expect(fromKept({ prompt: '/a', references: [lines[2]] }, handles)).toEqual({
    prompt: '/a',
    references: [of(lines[2])],
  })
  expect(
    fromKept({ template: '{source}', choices: { create: { to: 'folder', folder: '/results' } } }, handles),
  ).toEqual({
    template: '{source}',
    choices: { create: { to: 'folder', folder: { folder: handles.of('folder', '/results'), path: '/results' } } },
  })
  expect(fromKept(null, handles)).toBeNull()
  expect(fromKept([{ name: 'One', settings: {} }], handles)).toEqual([{ name: 'One', settings: {} }])
})

it('a pasted text names pictures by absolute paths of this computer alone, as they end up (W2)', () => {
  expect(namedInText('"/home/a b.jpg"\n/c.png\n\nhttps://a.example/d.webp\nd.jpg\n/c.png')).toEqual([
    '/home/a b.jpg',
    '/c.png',
  ])
  expect(namedInText('//host/share/a.jpg\n\\\\host\\share\\a.jpg')).toEqual([])
  expect(namedInText('~/a.jpg')[0]).toMatch(/^\/.+\/a\.jpg$/)
  expect(namedInText('/photos/../.ssh/one.PNG\n/photos//a.tiff')).toEqual(['/.ssh/one.PNG', '/photos/a.tiff'])
  expect(namedInText('/.ssh/id_ed25519\n/photos\n/\n/photos/notes.txt\n/a.png/\n/a.png/..')).toEqual([])
})

it('a text that is longer than any list of pictures is not looked through (W10)', () => {
  const list = Array.from({ length: 50 }, (_, n) => `/${'a'.repeat(4000)}/${n}.png`).join('\n')
  expect(namedInText(list)).toHaveLength(50)
  const long = `/a.png${'\n'.repeat(5_000_000)}`
  const before = performance.now()
  expect(namedInText(long)).toEqual([])
  expect(performance.now() - before).toBeLessThan(500)
})
