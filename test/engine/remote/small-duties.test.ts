import { expect, it, onTestFinished } from 'vitest'
import about from '../../../package.json' with { type: 'json' }
import { Downloader } from '../../../src/engine/remote/download.ts'
import { withWholeAddresses } from '../../../src/engine/remote/whole-addresses.ts'
import { newFolder } from '../../support/folders.ts'
import { operationNames, operations } from './support/operations.ts'
import { json, raw, scriptedServer, serviceAt } from './support/server.ts'

it('every request to the service and to where results lie says which app and version asks', async () => {
  const server = await scriptedServer(json(200, {}))
  for (const name of operationNames) await operations[name](serviceAt(server.url))
  server.answer(raw(200, 'bytes'))
  const downloader = new Downloader(async () => server.url)
  onTestFinished(() => downloader.close())
  await downloader.fetchTo(`${server.url}/media/1`, `${newFolder()}/file`)
  expect(server.seen).toHaveLength(operationNames.length + 1)
  expect(new Set(server.seen.map(({ headers }) => headers['user-agent']))).toEqual(
    new Set([`Printroom/${about.version}`]),
  )
})

const generation = { success: true, generationId: 'gen-1', status: 'completed', creditsUsed: 2 }
const relative = ['/media/1.png', 'media/2.png', '//media.test/3.png', '', 'https://media.test/4.png']
const named = (base: string, folder: string) => [
  `${base}/media/1.png`,
  `${base}${folder}media/2.png`,
  'http://media.test/3.png',
  '',
  'https://media.test/4.png',
]

it('relative addresses of results are meant from the address whose answer named them: pictures (I12, I7)', async () => {
  const { url, answer } = await scriptedServer()
  const service = serviceAt(url)
  answer(json(200, { ...generation, mediaType: 'image', imageUrls: relative }))
  for (const [name, folder] of [
    ['submit', '/api/generate/'],
    ['status', '/api/generate/v2/status/'],
    ['lookUp', '/api/generate/v2/requests/'],
  ] as const)
    expect(await operations[name](service)).toMatchObject({ acceptance: { jobs: [{ urls: named(url, folder) }] } })
})

it('relative addresses of results are meant from the address whose answer named them: films, Skills, uploads (I12, I7)', async () => {
  const { url, answer } = await scriptedServer()
  const service = serviceAt(url)
  answer(json(200, { ...generation, mediaType: 'video', videoUrl: '/v.mp4' }))
  expect(await operations.status(service)).toMatchObject({ acceptance: { jobs: [{ urls: [`${url}/v.mp4`] }] } })
  answer(json(200, { success: true, imageUrl: '/cut.png', creditsUsed: 2 }))
  expect(await operations.run(service)).toMatchObject({ acceptance: { jobs: [{ urls: [`${url}/cut.png`] }] } })
  const items = [{ generationId: 'a', status: 'completed', imageUrl: '../a.png' }]
  answer(json(200, { success: true, status: 'completed', submissionHttpStatus: 200, items }))
  for (const name of ['skillLookUp', 'skillStatus'] as const)
    expect(await operations[name](service)).toMatchObject({ acceptance: { jobs: [{ urls: [`${url}/api/a.png`] }] } })
  answer(json(200, { success: true, imageUrl: '/up.png', width: 1, height: 1 }))
  expect(await operations.upload(service)).toMatchObject({ type: 'uploaded', imageUrl: `${url}/up.png` })
})

it('what names no job is left as it is', () =>
  expect(withWholeAddresses({ type: 'missing' }, 'https://a.test/')).toEqual({ type: 'missing' }))
